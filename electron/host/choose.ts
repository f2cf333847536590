/** What a native dialog can be asked for: the folder of a directory, the file of a bundle, the file of a log. */
export type Choosable = 'directory' | 'bundle' | 'log'

/** Asks with a native dialog for an absolute path; null or undefined: cancelled. */
export type Choose = (what: Choosable) => Promise<string | null | undefined>
