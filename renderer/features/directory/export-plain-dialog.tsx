import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CheckField } from '../../components/check-field.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { QuietNote } from '../../components/quiet-note.tsx'
import { TextField } from '../../components/text-field.tsx'
import { showToast } from '../../components/toasts.tsx'
import { ProblemOffer } from '../../components/vault/problem-offer.tsx'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import { count } from '../../lib/words/text.ts'
import { pathProblem } from './new-directory-draft.ts'

/** A directory for OpenClaw, for which every secret leaves the vault: only after that has been read and ticked. */
export function ExportPlainDialog({ onClose }: { readonly onClose: () => void }) {
  const write = useHostAction((client, path: string) => client.transfer.exportPlain({ path, acceptsPlainText: true }))
  const [path, setPath] = useState('')
  const [accepts, setAccepts] = useState(false)
  const wrongPath = pathProblem(path)
  const isReady = path.trim() !== '' && wrongPath === null && accepts
  const submit = async (): Promise<void> => {
    if (!isReady || write.isPending) return
    const result = await write.run(path.trim())
    if (result === null) return
    onClose()
    showToast({
      tone: 'plain',
      message: `${count(result.profiles, 'account')} written to ${result.path} in plain text.`,
    })
  }
  return (
    <Dialog title="Export in plain text" isOpen onClose={onClose}>
      <DialogForm onSubmit={() => void submit()}>
        <QuietNote tone="warn">
          <p>
            <strong>Every key and sign-in will lie in that folder in plain text.</strong>
          </p>
          <p>
            Whoever can read the folder, a copy of it or a backup can use all of these accounts. An encrypted export
            does for moving to another Switchyard.
          </p>
        </QuietNote>
        <TextField
          label="Folder to make"
          description="On the machine where Switchyard runs; it must not exist yet or be empty."
          error={wrongPath}
          value={path}
          onChange={setPath}
          isRequired
          isCode
        />
        <CheckField isSelected={accepts} onChange={setAccepts}>
          I understand that all secrets will be readable there
        </CheckField>
        {write.problem === null ? null : <ProblemOffer problem={write.problem} onSolved={write.reset} />}
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="danger" type="submit" isPending={write.isPending} isDisabled={!isReady && !write.isPending}>
            {write.isPending ? 'Writing…' : 'Export in plain text'}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
