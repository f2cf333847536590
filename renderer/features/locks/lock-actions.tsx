import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { MenuButton, type MenuButtonItem } from '../../components/menu-button.tsx'
import { focusMainIfLost } from '../../lib/focus-rescue.ts'
import { useLockDialog } from './lock-store.ts'
import { RecheckOutcome } from './recheck-outcome.tsx'
import { recheckKey } from './recheck-state.ts'
import { rechecks, useRechecks } from './rechecks.ts'
import styles from './lock-actions.module.css'

interface LockActionsProps {
  readonly agentId: string
  readonly profileId: string
}

/** What can be done about a lock, and under it what the last re-check came to. */
export function LockActions(props: LockActionsProps) {
  return (
    <div className={styles.actions}>
      <LockButtons {...props} />
      <RecheckOutcome {...props} />
    </div>
  )
}

/** What can be done about a lock, the harmless first: a re-check, then clearing and snoozing. */
export function LockButtons({ agentId, profileId }: LockActionsProps) {
  const open = useLockDialog((state) => state.open)
  const buttons = useFocusRescue<HTMLDivElement>()
  const items: MenuButtonItem[] = [
    { id: 'clear', label: 'Clear…', onAction: () => open({ kind: 'clear', agentId, profileIds: [profileId] }) },
    { id: 'snooze', label: 'Snooze…', onAction: () => open({ kind: 'snooze', agentId, profileIds: [profileId] }) },
  ]
  return (
    <div ref={buttons} className={styles.buttons} data-lock-actions={profileId}>
      <RecheckButton agentId={agentId} profileId={profileId} />
      <MenuButton label={`Clear or snooze ${profileId}`} items={items} />
    </div>
  )
}

export function RecheckButton({ agentId, profileId }: LockActionsProps) {
  const state = useRechecks(({ byKey }) => byKey[recheckKey(agentId, profileId)]?.state)
  const isBusy = state === 'running' || state === 'waiting'
  return (
    <Button
      look="outline"
      isPending={isBusy}
      onPress={() => void recheckAndTell(agentId, profileId)}
      aria-label={isBusy ? `Re-checking ${profileId}` : `Re-check ${profileId}`}
    >
      {isBusy ? 'Re-checking…' : 'Re-check'}
    </Button>
  )
}

async function recheckAndTell(agentId: string, profileId: string): Promise<void> {
  const ended = await rechecks.one(agentId, profileId)
  if (ended === null) return
  const { tellRecheck } = await import('./tell-recheck.ts')
  tellRecheck(ended)
}

/** A lock that ends takes its buttons with it, and with them the focus that one of them may hold. */
function useFocusRescue<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (element?.contains(document.activeElement)) focusMainIfLost()
    }
  }, [])
  return ref
}
