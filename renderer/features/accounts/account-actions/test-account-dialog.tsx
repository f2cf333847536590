import { useEffect, useRef, useState } from 'react'
import { policyOf, type AuthProfile } from '../../../../shared/engine/index.ts'
import type { CallReport, DirectoryState, ProfileInput } from '../../../../shared/contract/types.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { ProfileId } from '../../../components/profile-id.tsx'
import { ProblemOffer } from '../../../components/vault/problem-offer.tsx'
import { useHostAction } from '../../../lib/state/use-host-action.ts'
import { CallReportView } from './call-report-view.tsx'
import styles from './test-account-dialog.module.css'

type Kind = 'test' | 'refresh'

interface TestAccountDialogProps {
  readonly directory: DirectoryState
  readonly agentId: string
  readonly profileId: string
  /** null: it is not there any more. */
  readonly profile: AuthProfile | null
  /** What is done as soon as the dialog opens. */
  readonly first: Kind
  readonly onClose: () => void
}

/** Makes the call as it opens, and says what came of it. */
export function TestAccountDialog({ directory, agentId, profileId, profile, first, onClose }: TestAccountDialogProps) {
  const test = useHostAction((client, input: ProfileInput) => client.accounts.test(input))
  const refresh = useHostAction((client, input: ProfileInput) => client.accounts.refresh(input))
  const [shown, setShown] = useState<{ readonly kind: Kind; readonly report: CallReport | null }>({
    kind: first,
    report: null,
  })
  const start = async (kind: Kind): Promise<void> => {
    test.reset()
    refresh.reset()
    setShown({ kind, report: null })
    const report = await (kind === 'test' ? test : refresh).run({ agentId, profileId })
    setShown({ kind, report })
  }
  useOnce(() => void start(first))
  const isPending = test.isPending || refresh.isPending
  const problem = test.problem ?? refresh.problem
  const canRenew = directory.kind === 'own' && profile?.type === 'oauth'
  return (
    <Dialog
      title={
        <>
          {shown.kind === 'test' ? 'Test of ' : 'Sign-in of '}
          <ProfileId id={profileId} />
        </>
      }
      isOpen
      onClose={onClose}
    >
      <div className={styles.result} aria-live="polite" aria-busy={isPending} data-outcome={shown.report?.outcome}>
        {shown.report === null && problem === null ? (
          <p className={styles.busy}>
            <span className={styles.dot} aria-hidden="true" />
            {shown.kind === 'test'
              ? 'Asking the provider for a few words with this account…'
              : 'Asking the provider to renew the sign-in…'}
          </p>
        ) : null}
        {shown.report === null ? null : (
          <CallReportView report={shown.report} kind={shown.kind} windows={policyOf(directory.facts).windows} />
        )}
      </div>
      {problem === null ? null : <ProblemOffer problem={problem} onSolved={() => void start(shown.kind)} />}
      <DialogActions>
        {canRenew ? (
          <Button onPress={() => void start('refresh')} isDisabled={isPending}>
            Renew sign-in
          </Button>
        ) : null}
        <Button onPress={() => void start('test')} isDisabled={isPending}>
          {shown.kind === 'test' && !isPending ? 'Test again' : 'Test now'}
        </Button>
        <Button look="primary" onPress={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Runs when the component appears, once, however often React mounts it. */
function useOnce(effect: () => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    effect()
  })
}
