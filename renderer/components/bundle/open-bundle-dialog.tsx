import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDirectory, useHostInfo } from '../../lib/state/use-host.ts'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import type { HostClient } from '../../lib/transport/host-client.ts'
import { Button } from '../button.tsx'
import { DialogForm } from '../dialog-form.tsx'
import { Dialog, DialogActions } from '../dialog.tsx'
import { ProblemNote } from '../problem-note.tsx'
import { TextField } from '../text-field.tsx'
import styles from './open-bundle-dialog.module.css'

type Ask = (client: HostClient) => Promise<{ readonly path: string | null }>

interface OpenBundleDialogProps {
  readonly onOpened: () => void
  readonly onClose: () => void
}

/** Opens a bundle that somebody sent, in the place of a directory. */
export function OpenBundleDialog({ onOpened, onClose }: OpenBundleDialogProps) {
  const [path, setPath] = useState('')
  const [isTried, setTried] = useState(false)
  const canChoose = useHostInfo()?.canChooseDirectory ?? false
  const directory = useDirectory()
  const behind =
    directory === null
      ? null
      : directory.bundle === null
        ? 'When you close it, the directory that is open now is opened again.'
        : `It takes the place of ${directory.bundle.name}.`
  const queries = useQueryClient()
  const open = useHostAction(async (client, ask: Ask) => {
    // Another bundle may have come under the same name: nothing that was asked of it before counts.
    queries.removeQueries({ queryKey: ['history'] })
    return await ask(client)
  })
  const run = async (ask: Ask): Promise<void> => {
    if (open.isPending) return
    const opened = await open.run(ask)
    // Without a path nothing was opened here: the dialog was cancelled, or another window shows the bundle.
    if (opened?.path == null) return
    onClose()
    onOpened()
  }
  const submit = (): void => {
    setTried(true)
    const file = path.trim()
    if (file !== '') void run((client) => client.directory.openBundle({ path: file }))
  }
  return (
    <Dialog title="Open a support bundle" isOpen onClose={onClose}>
      <DialogForm onSubmit={submit}>
        <p className={styles.words}>
          Every screen then shows what is in the bundle, as of when it was made. It can only be read. {behind}
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
          {canChoose ? (
            <Button isDisabled={open.isPending} onPress={() => void run((client) => client.directory.chooseBundle())}>
              Choose a file…
            </Button>
          ) : null}
          <Button look="primary" type="submit" isPending={open.isPending}>
            {open.isPending ? 'Opening…' : 'Open'}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
