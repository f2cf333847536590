import * as system from 'node:fs/promises'

/** What writing asks of the operating system; a parameter, so that tests can let any of it fail. */
export type FileCalls = Pick<
  typeof system,
  'link' | 'lstat' | 'open' | 'readdir' | 'readFile' | 'realpath' | 'rename' | 'rm' | 'stat'
>

export const systemCalls: FileCalls = system
