import type { AgentFacts, DirectoryFacts, ProfileStatus } from '../../../../shared/engine/index.ts'
import type { ProfileInput } from '../../../../shared/contract/types.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { ProfileId } from '../../../components/profile-id.tsx'
import { showToast } from '../../../components/toasts.tsx'
import { ProblemOffer } from '../../../components/vault/problem-offer.tsx'
import { useHostAction } from '../../../lib/state/use-host-action.ts'
import { takesEffectWords } from '../../../lib/words/takes-effect.ts'
import { removalSentence } from './removal-sentence.ts'

interface RemoveAccountDialogProps {
  readonly facts: DirectoryFacts
  readonly agent: AgentFacts
  readonly status: ProfileStatus
  readonly onClose: () => void
}

/** Asks once, with everything that goes. */
export function RemoveAccountDialog({ facts, agent, status, onClose }: RemoveAccountDialogProps) {
  const { profileId } = status
  const remove = useHostAction((client, input: ProfileInput) => client.accounts.remove(input))
  const confirm = async (): Promise<void> => {
    const receipt = await remove.run({ agentId: agent.id, profileId })
    if (receipt === null) return
    onClose()
    showToast({ tone: 'plain', message: `${profileId} was removed. ${takesEffectWords(receipt.takesEffect)}` })
  }
  return (
    <Dialog
      role="alertdialog"
      title={
        <>
          Remove <ProfileId id={profileId} />?
        </>
      }
      isOpen
      onClose={onClose}
    >
      <p>{removalSentence(facts, agent, status)}</p>
      {remove.problem === null ? null : <ProblemOffer problem={remove.problem} onSolved={remove.reset} />}
      <DialogActions>
        <Button onPress={onClose}>Keep it</Button>
        <Button look="danger" onPress={() => void confirm()} isPending={remove.isPending}>
          {remove.isPending ? 'Removing…' : 'Remove'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
