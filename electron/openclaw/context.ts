import type { PrivateFolder } from './database/private-folder.ts'
import type { ProblemList } from './problems.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** What the parts of one reading share. */
export interface ReadContext {
  /** Absolute path of the state directory, as it was given. */
  readonly root: string
  /** The same with all links resolved: what must not be left is judged by it. */
  readonly realRoot: string
  readonly homeDir: string
  readonly env: Environment
  readonly problems: ProblemList
  /** Directories in which a change may change the reading. */
  readonly watchPaths: Set<string>
  /** Where copies of databases go; it is gone when the reading ends. */
  readonly copies: PrivateFolder
}
