import { useState } from 'react'
import { forgetThen } from '../../lib/secrets/forget-then.ts'
import { useSecretAction } from '../../lib/state/use-secret-action.ts'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from '../dialog.tsx'
import { DialogForm } from '../dialog-form.tsx'
import { ProblemNote } from '../problem-note.tsx'
import { TextField } from '../text-field.tsx'

interface UnlockDialogProps {
  readonly onClose: (wasUnlocked: boolean) => void
}

/** Asks for the passphrase of the open directory's vault. */
export function UnlockDialog({ onClose }: UnlockDialogProps) {
  const unlock = useSecretAction((client, passphrase: string) => client.vault.unlock({ passphrase }).then(() => true))
  const [passphrase, setPassphrase] = useState('')
  const close = (): void =>
    forgetThen(
      () => setPassphrase(''),
      () => onClose(false),
    )
  const submit = async (): Promise<void> => {
    setPassphrase('')
    if ((await unlock.run(passphrase)) === true) onClose(true)
  }
  return (
    <Dialog title="Unlock the vault" isOpen onClose={close}>
      <DialogForm
        onSubmit={() => {
          if (passphrase !== '' && !unlock.isPending) void submit()
        }}
      >
        <TextField
          label="Passphrase"
          description="The keys of this directory stay open until Switchyard is closed or you lock the vault."
          value={passphrase}
          onChange={setPassphrase}
          isSecret
          isRequired
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog was opened for
          autoFocus
        />
        {unlock.problem === null ? null : <ProblemNote problem={unlock.problem} />}
        <DialogActions>
          <Button onPress={close}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            isPending={unlock.isPending}
            isDisabled={passphrase === '' && !unlock.isPending}
          >
            {unlock.isPending ? 'Unlocking…' : 'Unlock'}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
