import { readFile, rename, writeFile } from 'node:fs/promises'
import { createOAuthRefresher } from '../../electron/providers/index.ts'
import type { JsonRecord } from '../../electron/openclaw/edit/types.ts'

/**
 * A second program that refreshes the same sign-in: `refresh-process.ts <root> <credential file> <profile id>`. It says
 * `ready`, waits for a line, refreshes, and prints what became of it.
 */
const [root = '', file = '', profileId = ''] = process.argv.slice(2)

async function read(): Promise<JsonRecord> {
  return JSON.parse(await readFile(file, 'utf8')) as JsonRecord
}

async function save(next: JsonRecord): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  await writeFile(temporary, JSON.stringify(next))
  await rename(temporary, file)
}

process.stdout.write('ready\n')
await new Promise((resolve) => {
  process.stdin.once('data', resolve)
})
process.stdin.pause()
const outcome = await createOAuthRefresher({ now: Date.now }).refresh({
  root,
  owner: 'agent:main',
  provider: 'alpha',
  profileId,
  read,
  save,
})
process.stdout.write(`${JSON.stringify(outcome)}\n`)
