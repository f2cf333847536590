import type { EditReceipt } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import { RELOAD_RISK, RELOAD_SENTENCE } from './gateway-sentences.ts'

/** Asks before a running OpenClaw is made to read its files again. */
export function ReloadDialog({ onClose }: { readonly onClose: () => void }) {
  const reload = useHostAction<void, EditReceipt>((client) => client.gateway.makeReload())
  const run = async (): Promise<void> => {
    if ((await reload.run()) !== null) onClose()
  }
  return (
    <Dialog role="alertdialog" title="Make OpenClaw reload?" isOpen onClose={onClose}>
      <p>{RELOAD_SENTENCE}</p>
      <p>{RELOAD_RISK}</p>
      {reload.problem === null ? null : <ProblemNote problem={reload.problem} />}
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button look="primary" isPending={reload.isPending} onPress={() => void run()}>
          Make it reload
        </Button>
      </DialogActions>
    </Dialog>
  )
}
