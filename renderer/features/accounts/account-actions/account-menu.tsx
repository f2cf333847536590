import type { ProfileStatus } from '../../../../shared/engine/index.ts'
import { MenuButton } from '../../../components/menu-button.tsx'
import { useDirectory, useIsReadOnly } from '../../../lib/state/use-host.ts'
import { useAccountAction } from './account-actions.tsx'
import { accountMenuItems } from './account-menu-items.ts'

/** The menu of one account in a list. */
export function AccountMenu({ status }: { readonly status: ProfileStatus }) {
  const start = useAccountAction()
  const isOwn = useDirectory()?.kind === 'own'
  const isReadOnly = useIsReadOnly()
  const items = accountMenuItems(status, isOwn, start)
  return isReadOnly || items.length === 0 ? null : (
    <MenuButton label={`Actions for ${status.profileId}`} items={items} />
  )
}
