import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DirectoryState } from '../../shared/contract/types.ts'
import { useDirectory, useHostInfo } from '../lib/state/use-host.ts'
import { useHostAction } from '../lib/state/use-host-action.ts'
import type { HostClient } from '../lib/transport/host-client.ts'
import { folderName } from '../lib/words/directory-name.ts'
import { Button } from './button.tsx'
import { DialogForm } from './dialog-form.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import styles from './open-file-dialog.module.css'
import { ProblemNote } from './problem-note.tsx'
import { TextField } from './text-field.tsx'

type What = 'bundle' | 'log'
type Ask = (client: HostClient) => Promise<{ readonly path: string | null }>

interface Words {
  readonly title: string
  readonly text: string
  readonly label: string
  readonly description: string
  readonly placeholder: string
  readonly missing: string
}

const WORDS: Readonly<Record<What, Words>> = {
  bundle: {
    title: 'Open a support bundle',
    text: 'Every screen then shows what is in the bundle, as of when it was made. It can only be read.',
    label: 'Bundle',
    description: 'The path of a .zip file on the machine that this console runs on.',
    placeholder: '~/Downloads/switchyard-bundle-2026-01-31.zip',
    missing: 'Enter where the bundle is.',
  },
  log: {
    title: 'Open a log',
    text: 'The history then shows what the log tells, without the directory that it comes from. It is kept until you close the log.',
    label: 'Log',
    description: 'A path on the machine that this console runs on: a file, an archive, or a folder for all logs in it.',
    placeholder: '~/Downloads/openclaw-2026-01-31.log',
    missing: 'Enter where the log is.',
  },
}

interface OpenFileDialogProps {
  readonly what: What
  readonly onOpened: () => void
  readonly onClose: () => void
}

/** Opens a file that somebody sent, in the place of a directory. */
export function OpenFileDialog({ what, onOpened, onClose }: OpenFileDialogProps) {
  const [path, setPath] = useState('')
  const [isTried, setTried] = useState(false)
  const canChoose = useHostInfo()?.canChooseDirectory ?? false
  const directory = useDirectory()
  const queries = useQueryClient()
  const open = useHostAction(async (client, ask: Ask) => {
    // Another file may have come under the same name: nothing that was asked of it before counts.
    queries.removeQueries({ queryKey: ['history'] })
    return await ask(client)
  })
  const { title, text, label, description, placeholder, missing } = WORDS[what]
  const run = async (ask: Ask): Promise<void> => {
    if (open.isPending) return
    const opened = await open.run(ask)
    // Without a path nothing was opened here: the dialog was cancelled, or another window shows the file.
    if (opened?.path == null) return
    onClose()
    onOpened()
  }
  const submit = (): void => {
    setTried(true)
    const file = path.trim()
    if (file !== '')
      void run(({ directory: { openBundle, openLog } }) => (what === 'log' ? openLog : openBundle)({ path: file }))
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <DialogForm onSubmit={submit}>
        <p className={styles.words}>
          {text} {directory === null ? null : placeSentence(directory, what)}
        </p>
        <TextField
          label={label}
          description={description}
          placeholder={placeholder}
          value={path}
          onChange={(typed) => {
            setPath(typed)
            open.reset()
          }}
          error={isTried && path.trim() === '' ? missing : null}
          isCode
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog was opened for
          autoFocus
        />
        {open.problem === null ? null : <ProblemNote problem={open.problem} />}
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          {canChoose ? (
            <Button isDisabled={open.isPending} onPress={() => void run((client) => client.directory.choose({ what }))}>
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

/** What becomes of what is open now. */
function placeSentence({ kind, path, bundle }: DirectoryState, what: What): string {
  if (bundle !== null) return `It takes the place of ${bundle.name}.`
  if (kind === 'log') return `It takes the place of ${folderName(path)}.`
  return `When you close ${what === 'log' ? 'the log' : 'it'}, the directory that is open now is opened again.`
}
