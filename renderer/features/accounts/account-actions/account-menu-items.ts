import type { ProfileStatus } from '../../../../shared/engine/index.ts'
import type { MenuButtonItem } from '../../../components/menu-button.tsx'
import type { AccountAction } from './account-action.ts'

/** What can be done about an account as it is; empty: nothing. */
export function accountMenuItems(
  status: Pick<ProfileStatus, 'profileId' | 'provider' | 'profile' | 'exclusion'>,
  isOwnDirectory: boolean,
  start: (action: AccountAction) => void,
): readonly MenuButtonItem[] {
  const { profileId, provider, profile, exclusion } = status
  if (profile === null) {
    // One that only the configuration has (`aws-sdk`) has nothing stored to be tested or edited.
    if (exclusion?.code !== 'profile_missing') return []
    const add = (): void => start({ kind: 'add', preset: { provider, profileId } })
    return [{ id: 'add', label: 'Add this account…', onAction: add }]
  }
  return [
    { id: 'test', label: 'Test now', onAction: () => start({ kind: 'test', profileId }) },
    ...(isOwnDirectory && profile.type === 'oauth'
      ? [{ id: 'refresh', label: 'Renew sign-in', onAction: () => start({ kind: 'refresh', profileId }) }]
      : []),
    { id: 'edit', label: 'Edit…', onAction: () => start({ kind: 'edit', profileId }) },
    { id: 'rename', label: 'Rename label…', onAction: () => start({ kind: 'rename', profileId }) },
    { id: 'remove', label: 'Remove…', isDanger: true, onAction: () => start({ kind: 'remove', profileId }) },
  ]
}
