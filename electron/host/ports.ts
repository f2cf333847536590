import type { OpenFailure } from '../../shared/contract/errors.ts'
import type { PolicyId } from '../../shared/engine/index.ts'
import type { DirectoryReading } from '../openclaw/index.ts'
import type { Clock } from './clock.ts'
import type { Timers } from './timers.ts'

export type { DirectoryReading } from '../openclaw/index.ts'

export interface Watch {
  close(): Promise<void> | void
}

export interface PathsWatch extends Watch {
  /** Watches these paths from now on, and calls back where a change could have been missed meanwhile. */
  update(paths: readonly string[]): Promise<void>
}

/** What an open directory needs from outside. The host passes the real things; a test may replace any of them. */
export interface DirectoryPorts {
  readonly clock: Clock
  readonly timers: Timers
  /**
   * Never writes. Anything wrong inside the directory is a problem of the reading, not a failure.
   *
   * @param policyId the rules to read by; null: those of the version that wrote the directory
   */
  read(path: string, policyId: PolicyId | null): Promise<DirectoryReading | OpenFailure>
  /** Calls `onChange` after something in the paths has changed; resolves when a change can no longer be missed. */
  watch(paths: readonly string[], onChange: () => void): Promise<PathsWatch>
  /** Calls `onChange` when something may have changed about whether the path exists. */
  watchForReturn(path: string, onChange: () => void): Watch
  /** For defects only; a directory's problems are not logged. */
  log(message: string, error: unknown): void
}

export function isReading(result: DirectoryReading | OpenFailure): result is DirectoryReading {
  return 'facts' in result
}
