import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { showToast } from '../../components/toasts.tsx'
import { queryClient } from '../../lib/state/host-session.ts'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import { LEDGER_KEY } from './ledger-key.ts'
import { accountsWords, clearSentence, GATEWAY_CONSEQUENCE, receiptSentence } from './dialog-sentences.ts'
import styles from './lock-dialog.module.css'

interface ClearDialogProps {
  readonly agentId: string
  readonly profileIds: readonly string[]
  readonly isGatewayRunning: boolean
  readonly onClose: () => void
}

/** Asks before windows and counters are taken away. */
export function ClearDialog({ agentId, profileIds, isGatewayRunning, onClose }: ClearDialogProps) {
  const clear = useHostAction((client, input: { agentId: string; profileIds: string[] }) => client.locks.clear(input))
  const run = async (): Promise<void> => {
    const receipt = await clear.run({ agentId, profileIds: [...profileIds] })
    if (receipt === null) return
    void queryClient.invalidateQueries({ queryKey: LEDGER_KEY })
    showToast(receiptSentence('cleared', receipt))
    onClose()
  }
  return (
    <Dialog role="alertdialog" title={`Clear ${accountsWords(profileIds)}?`} isOpen onClose={onClose}>
      <div className={styles.parts}>
        <p>{clearSentence(profileIds)}</p>
        {isGatewayRunning ? <p className={styles.consequence}>{GATEWAY_CONSEQUENCE}</p> : null}
        {clear.problem === null ? null : <ProblemNote problem={clear.problem} />}
      </div>
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button look="primary" isPending={clear.isPending} onPress={() => void run()}>
          Clear
        </Button>
      </DialogActions>
    </Dialog>
  )
}
