import { readFileSync } from 'node:fs'

/** What is known about processes of this machine; a parameter, so that tests need none. */
export interface Processes {
  readonly ownPid: number
  /** false: certainly not. */
  isRunning(pid: number): boolean
  /** When it started, in clock ticks since the system did; null: not known here. */
  startTimeOf(pid: number): number | null
}

export const systemProcesses: Processes = {
  ownPid: process.pid,
  isRunning(pid) {
    try {
      process.kill(pid, 0)
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'ESRCH'
    }
    // One that has ended and was not waited for still answers.
    return !/^[ZX]/.test(statFields(pid)?.[0] ?? '')
  },
  startTimeOf(pid) {
    const ticks = Number(statFields(pid)?.[19])
    return Number.isSafeInteger(ticks) ? ticks : null
  },
}

/** The fields of `/proc/<pid>/stat` from the third one, the state; the second, a name, may hold anything. */
function statFields(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
