import type { Finding } from '../../shared/contract/history/index.ts'
import type { Problem } from '../../shared/contract/types.ts'
import type { DirectoryFacts } from '../../shared/engine/index.ts'
import type { LogEvent } from '../logs/index.ts'
import type { BundledOrder, BundledWindow } from './format.ts'

/** What a bundle is made of, as it is: nothing of it leaves without passing through the aliases. */
export interface BundleSource {
  readonly nowMs: number
  readonly consoleVersion: string
  /** null: there is no directory. */
  readonly facts: DirectoryFacts | null
  readonly problems: readonly Problem[]
  readonly findings: readonly Finding[]
  /** Names of this machine and of whoever uses it, which texts may mention: host, user, home folder. */
  readonly privateWords: readonly string[]
  /** How many there are of all the records below. */
  readonly totalRecords: number
  /** Everything that has a name in the records, so that a text is freed of it wherever it stands. */
  readonly names: BundleNames
  /** Decisions, oldest first; the run of each is named by `runId`. */
  decisions(): Iterable<LogEvent>
  /** The other records. */
  others(): Iterable<LogEvent>
  windows(): Iterable<BundledWindow>
  orders(): Iterable<BundledOrder>
}

export interface BundleNames {
  readonly profiles: Iterable<{ readonly id: string; readonly provider: string | null }>
  readonly agents: Iterable<string>
  readonly sessions: Iterable<string>
  readonly runs: Iterable<string>
}
