import { spawn } from 'node:child_process'

export interface CommandOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** The command is killed, and the call fails, when it takes longer. */
  readonly timeoutMs: number
}

/**
 * Runs a program to its end and returns what it printed on stdout. Output is kept, not shown: these are steps that
 * take minutes and print thousands of lines, of which only the last ones matter, and only when the step failed.
 */
export async function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<string> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))

  const { exitCode, signal } = await new Promise<{ exitCode: number | null; signal: string | null }>(
    (resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, killedBy) => resolve({ exitCode: code, signal: killedBy }))
    },
  )
  if (exitCode === 0) return stdout

  const how = signal === null ? `exit code ${exitCode}` : `${signal} after ${options.timeoutMs} ms at most`
  const lastLines = `${stdout}\n${stderr}`.trim().split('\n').slice(-15).join('\n')
  throw new Error(`"${[command, ...args].join(' ')}" failed (${how}):\n${lastLines}`)
}
