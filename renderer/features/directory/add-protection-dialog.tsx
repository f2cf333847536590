import { useState } from 'react'
import type { ProtectionInput, ProtectionKind, ProtectionOffer } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { ProblemOffer } from '../../components/vault/problem-offer.tsx'
import { forgetThen } from '../../lib/secrets/forget-then.ts'
import { useSecretAction } from '../../lib/state/use-secret-action.ts'
import { EMPTY_PASSPHRASE, isPassphraseReady } from './passphrase-rules.ts'
import { ProtectionChoice } from './protection-choice.tsx'
import { suggestedProtection, toProtectionInput } from './protection-words.ts'

interface AddProtectionDialogProps {
  readonly offers: readonly ProtectionOffer[]
  readonly present: readonly ProtectionKind[]
  readonly onClose: () => void
}

/** One more way to open the vault. */
export function AddProtectionDialog({ offers, present, onClose }: AddProtectionDialogProps) {
  const add = useSecretAction((client, protection: ProtectionInput) =>
    client.vault.addProtection({ protection }).then(() => true),
  )
  const [kind, setKind] = useState<ProtectionKind>(suggestedProtection(offers, present) ?? 'passphrase')
  const [passphrase, setPassphrase] = useState(EMPTY_PASSPHRASE)
  const isReady = kind !== 'passphrase' || isPassphraseReady(passphrase)
  const close = (): void => forgetThen(() => setPassphrase(EMPTY_PASSPHRASE), onClose)
  const submit = async (): Promise<void> => {
    if (!isReady || add.isPending) return
    const input = toProtectionInput(kind, passphrase.passphrase)
    setPassphrase(EMPTY_PASSPHRASE)
    if ((await add.run(input)) === true) onClose()
  }
  return (
    <Dialog title="Another way to open the vault" isOpen onClose={close}>
      <DialogForm onSubmit={() => void submit()}>
        <ProtectionChoice
          offers={offers}
          present={present}
          value={kind}
          onChange={(next) => {
            setPassphrase(EMPTY_PASSPHRASE)
            setKind(next)
          }}
          passphrase={passphrase}
          onPassphrase={setPassphrase}
        />
        {add.problem === null ? null : <ProblemOffer problem={add.problem} onSolved={add.reset} />}
        <DialogActions>
          <Button onPress={close}>Cancel</Button>
          <Button look="primary" type="submit" isPending={add.isPending} isDisabled={!isReady && !add.isPending}>
            {add.isPending ? 'Adding…' : 'Add'}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
