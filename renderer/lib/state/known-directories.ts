import { host } from './host-session.ts'

export const KNOWN_DIRECTORIES_KEY = ['directory', 'known'] as const

/** For `useQuery`: directories that were open before, newest first, and all our own. */
export const knownDirectoriesQuery = {
  queryKey: KNOWN_DIRECTORIES_KEY,
  queryFn: () => host().directory.known(),
}
