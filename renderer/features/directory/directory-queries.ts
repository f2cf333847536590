import { useQuery, useQueryClient } from '@tanstack/react-query'
import { host } from '../../lib/state/host-session.ts'
import { KNOWN_DIRECTORIES_KEY, knownDirectoriesQuery } from '../../lib/state/known-directories.ts'

/** The directories that were open before; asked again each time a screen shows them. */
export function useKnownDirectories() {
  return useQuery({ ...knownDirectoriesQuery, refetchOnMount: 'always' })
}

export function useRefreshKnown(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: KNOWN_DIRECTORIES_KEY })
}

/** How the key of a new vault can be kept here. */
export function useProtectionOffers() {
  return useQuery({
    queryKey: ['directory', 'protections'],
    queryFn: () => host().directory.protections(),
    refetchOnMount: 'always',
  })
}
