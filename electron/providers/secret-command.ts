import { spawn } from 'node:child_process'
import path from 'node:path'

export interface CommandRun {
  /** An absolute path that was checked. */
  readonly command: string
  readonly args: readonly string[]
  /** The whole environment that it sees. */
  readonly env: Readonly<Record<string, string>>
  readonly input: string
  readonly timeoutMs: number
  /** The longest silence; null: it may be silent as long as it may run. */
  readonly silenceMs: number | null
  readonly maxOutputBytes: number
}

export type CommandOutcome =
  | { readonly kind: 'ended'; readonly output: string; readonly exitCode: number | null }
  | { readonly kind: 'not_started' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'too_much_output' }

/**
 * Runs a command without a shell, hands it a text and takes what it prints. What it prints as errors is thrown away: it
 * may repeat secrets. Ends it, and everything it started, when it takes too long. Never rejects.
 */
export function runCommand(run: CommandRun): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const child = startChild(run)
    if (!child) return resolve({ kind: 'not_started' })
    const chunks: Buffer[] = []
    let size = 0
    let silence: NodeJS.Timeout | null = null
    const timer = setTimeout(() => stop('timeout'), run.timeoutMs)
    const listen = (): void => {
      if (run.silenceMs === null) return
      if (silence) clearTimeout(silence)
      silence = setTimeout(() => stop('timeout'), run.silenceMs)
    }
    const end = (outcome: CommandOutcome): void => {
      clearTimeout(timer)
      if (silence) clearTimeout(silence)
      resolve(outcome)
    }
    const stop = (kind: 'timeout' | 'too_much_output'): void => {
      killGroup(child.pid)
      child.stdout.destroy()
      end({ kind })
    }
    child.on('error', () => end({ kind: 'not_started' }))
    child.on('close', (exitCode) => end({ kind: 'ended', output: Buffer.concat(chunks).toString('utf8'), exitCode }))
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > run.maxOutputBytes) return stop('too_much_output')
      chunks.push(chunk)
      listen()
    })
    // A command that takes no input closes its end.
    child.stdin.on('error', () => undefined)
    child.stdin.end(run.input)
    listen()
  })
}

function startChild(run: CommandRun) {
  try {
    return spawn(run.command, run.args, {
      cwd: path.dirname(run.command),
      env: { ...run.env },
      shell: false,
      windowsHide: true,
      // A group of its own, so that it can be ended together with what it started.
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  } catch {
    return null
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
