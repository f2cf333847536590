import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import styles from './open-bundle-dialog.module.css'

interface OpenBundleDialogProps {
  /** The bundle that is shown already; null: none is. */
  readonly shownName: string | null
  readonly onOpened: () => void
  readonly onClose: () => void
}

/** Shows a bundle that somebody sent. */
export function OpenBundleDialog({ shownName, onOpened, onClose }: OpenBundleDialogProps) {
  const [path, setPath] = useState('')
  const [isTried, setTried] = useState(false)
  const open = useHostAction(async (client, file: string) => {
    await client.history.bundleOpen({ path: file })
    return true
  })
  const submit = async (): Promise<void> => {
    setTried(true)
    if (path.trim() === '' || open.isPending) return
    if ((await open.run(path.trim())) === null) return
    onClose()
    onOpened()
  }
  return (
    <Dialog title="Open a bundle" isOpen onClose={onClose}>
      <DialogForm onSubmit={() => void submit()}>
        <p className={styles.words}>
          {shownName === null
            ? 'Decisions, runs, the timeline and insights show what is in the bundle, read-only, until it is closed. Nothing of it is mixed with this directory’s own history.'
            : `It takes the place of ${shownName}, which is shown now; the files of both stay as they are.`}
        </p>
        <TextField
          label="Bundle"
          description="The path of a .zip file on the machine that this console runs on."
          placeholder="~/Downloads/switchyard-bundle-2026-01-31.zip"
          value={path}
          onChange={(text) => {
            setPath(text)
            open.reset()
          }}
          error={isTried && path.trim() === '' ? 'Enter where the bundle is.' : null}
          isCode
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog was opened for
          autoFocus
        />
        {open.problem === null ? null : <ProblemNote problem={open.problem} />}
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isPending={open.isPending}>
            {open.isPending ? 'Opening…' : 'Open'}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
