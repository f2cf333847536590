import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const SCRIPT = fileURLToPath(new URL('database-holder-process.ts', import.meta.url))

/**
 * Another process that has a database open, as a running OpenClaw has: it runs one script and stays in the transaction of
 * the other.
 */
export async function holdDatabase(file: string, committed: string, open: string = ''): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, file, committed, open], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.stdin.end()
    await once(child, 'exit')
  })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The holder has ended'))),
  ])
}
