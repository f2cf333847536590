import { useState } from 'react'
import type { ExportRowsInput, HistoryFilter } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import { ChoiceField } from '../../components/choice-field.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { TextField } from '../../components/text-field.tsx'
import { showToast } from '../../components/toasts.tsx'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import { count as countWords } from '../../lib/words/text.ts'
import { newFilePathProblem } from '../../lib/words/new-file-path.ts'
import styles from './export-dialog.module.css'

interface ExportDialogProps {
  readonly filter: HistoryFilter
  readonly count: number
  readonly onClose: () => void
}

const FORMATS = [
  { id: 'csv', name: 'CSV', note: 'One row each, for spreadsheets' },
  { id: 'json', name: 'JSON', note: 'One object each, for programs' },
] as const

/** Writes the rows that match to a file on the machine of the host. */
export function ExportDialog({ filter, count, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportRowsInput['format']>('csv')
  const [path, setPath] = useState('')
  const [wasTried, setTried] = useState(false)
  const save = useHostAction((client, input: ExportRowsInput) => client.history.exportRows(input))
  const pathProblem = newFilePathProblem(path)
  const submit = async () => {
    setTried(true)
    if (pathProblem !== null) return
    const done = await save.run({ filter, format, path: path.trim() })
    if (done === null) return
    showToast({ tone: 'good', message: `${countWords(done.rows, 'decision')} written to ${done.path}.` })
    onClose()
  }
  return (
    <Dialog title="Export decisions" isOpen onClose={onClose}>
      <DialogForm onSubmit={() => void submit()}>
        <p className={styles.words}>
          Writes the {countWords(count, 'decision')} that match now to a new file, newest first. Error texts are in it
          as they are shown here, with secrets made unreadable.
        </p>
        <ChoiceField label="Format" choices={FORMATS} value={format} onChange={setFormat} look="row" />
        <TextField
          label="New file"
          description="A path on the machine that this console runs on. Nothing that exists is overwritten."
          placeholder={`~/decisions.${format}`}
          value={path}
          onChange={setPath}
          error={wasTried ? pathProblem : null}
          isCode
        />
        {save.problem === null ? null : <ProblemNote problem={save.problem} />}
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isPending={save.isPending}>
            Write the file
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
