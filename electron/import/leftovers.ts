import { isCredentialDocument } from '../../shared/engine/index.ts'
import { valueAt } from '../openclaw/raw-values.ts'
import type { ImportSource } from './types.ts'

/** Of several generations in one place the newest with credentials is in use; the others were left behind (ST-14). */
export function markLeftovers(sources: readonly ImportSource[]): readonly ImportSource[] {
  return sources.map((source) => ({
    ...source,
    isLeftover: sources.some((other) => isSuperseded(source, other)),
  }))
}

function isSuperseded(source: ImportSource, other: ImportSource): boolean {
  if (other === source || other.agentId !== source.agentId || !hasProfiles(other)) return false
  const isDatabase = other.kind === 'agent_database' || other.kind === 'shared_database'
  switch (source.kind) {
    case 'transfer':
    case 'agent_database':
    case 'shared_database':
    case 'config':
      return false
    case 'auth_profiles':
    case 'auth_state':
      return isDatabase
    case 'single_auth_profiles':
    case 'auth_flat':
    case 'oauth':
      return isDatabase || other.kind === 'auth_profiles'
  }
}

function hasProfiles({ credentials }: ImportSource): boolean {
  return isCredentialDocument(credentials) && Object.keys(valueAt(credentials, 'profiles') as object).length > 0
}
