import { useQuery } from '@tanstack/react-query'
import type { DirectoryState } from '../../../shared/contract/types.ts'
import { folderName } from '../words/directory-name.ts'
import { knownDirectoriesQuery } from './known-directories.ts'

/** What people call a directory: the name that was given to it, as soon as it is known, else that of its folder. */
export function useDirectoryName({ kind, path }: Pick<DirectoryState, 'kind' | 'path'>): string {
  const known = useQuery({ ...knownDirectoriesQuery, enabled: kind === 'own' }).data
  return kind === 'example' ? 'The example' : (known?.find((entry) => entry.path === path)?.name ?? folderName(path))
}
