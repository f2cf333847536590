/** Something in a directory that a person should know: which file, what is wrong, what to do. */
export interface Problem {
  /** Stable while the same problem persists, so that a list can keep its place. */
  readonly id: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly code: ProblemCode
  /** File, relative to the state directory (absolute where it lies elsewhere). */
  readonly file: string
  /** 1-based place inside a text file. */
  readonly line: number | null
  readonly column: number | null
  /** One sentence that says what is wrong, without any value from the file that could be a secret. */
  readonly message: string
  /** One sentence that says what to do or what the console does meanwhile; null where nothing is to be done. */
  readonly hint: string | null
  /** The agent it concerns, if it is one agent's. */
  readonly agentId: string | null
  /** Present when the console goes on showing what it read from the file before: when it read that, epoch ms. */
  readonly keptFromMs?: number
}

export const PROBLEM_CODES = [
  'directory_missing',
  'directory_unreadable',
  'file_missing',
  'file_unreadable',
  'file_empty',
  'file_too_large',
  'text_encoding',
  'syntax_error',
  'several_values',
  'duplicate_key',
  'wrong_shape',
  'rejected_entry',
  'odd_entry',
  'stats_flaw',
  'include_unresolved',
  'env_unresolved',
  'database_locked',
  'database_damaged',
  'database_foreign',
  'database_newer',
  'database_busy',
  'leftover_file',
  'migration_required',
  'no_store',
  'not_a_state_directory',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]
