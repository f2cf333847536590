import { useState } from 'react'
import type { ExportInput } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { TextField } from '../../components/text-field.tsx'
import { showToast } from '../../components/toasts.tsx'
import { ProblemOffer } from '../../components/vault/problem-offer.tsx'
import { forgetThen } from '../../lib/secrets/forget-then.ts'
import { useSecretAction } from '../../lib/state/use-secret-action.ts'
import { count } from '../../lib/words/text.ts'
import { pathProblem } from './new-directory-draft.ts'
import { PassphraseFields } from './passphrase-fields.tsx'
import { EMPTY_PASSPHRASE, isPassphraseReady } from './passphrase-rules.ts'

/** One sealed file for another machine. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const write = useSecretAction((client, input: ExportInput) => client.transfer.export(input))
  const [path, setPath] = useState('')
  const [passphrase, setPassphrase] = useState(EMPTY_PASSPHRASE)
  const wrongPath = pathProblem(path)
  const isReady = path.trim() !== '' && wrongPath === null && isPassphraseReady(passphrase)
  const close = (): void => forgetThen(() => setPassphrase(EMPTY_PASSPHRASE), onClose)
  const submit = async (): Promise<void> => {
    if (!isReady || write.isPending) return
    const input = { path: path.trim(), passphrase: passphrase.passphrase }
    setPassphrase(EMPTY_PASSPHRASE)
    const result = await write.run(input)
    if (result === null) return
    onClose()
    showToast({ tone: 'good', message: `${count(result.profiles, 'account')} sealed in ${result.path}.` })
  }
  return (
    <Dialog title="Export encrypted" isOpen onClose={close}>
      <DialogForm onSubmit={() => void submit()}>
        <TextField
          label="File to write"
          description="On the machine where Switchyard runs; it must not exist yet."
          error={wrongPath}
          value={path}
          onChange={setPath}
          isRequired
          isCode
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog was opened for
          autoFocus
        />
        <PassphraseFields draft={passphrase} onDraft={setPassphrase} />
        {write.problem === null ? null : <ProblemOffer problem={write.problem} onSolved={write.reset} />}
        <DialogActions>
          <Button onPress={close}>Cancel</Button>
          <Button look="primary" type="submit" isPending={write.isPending} isDisabled={!isReady && !write.isPending}>
            {write.isPending ? 'Sealing…' : 'Export'}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
