import { useRef, useState } from 'react'
import { Form } from 'react-aria-components/Form'
import type { BundlePreview, SaveBundleInput } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import { copyText } from '../../components/history-copy-text.ts'
import { ProblemNote } from '../../components/problem-note.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import { hostClock } from '../../lib/time/time.ts'
import { bytesWords } from '../../lib/words/bytes-words.ts'
import { newFilePathProblem } from '../../lib/words/new-file-path.ts'
import styles from './save-form.module.css'
import { nextPath, suggestedPath } from './save-path.ts'

interface SaveFormProps {
  /** null: there is none to save yet. */
  readonly preview: BundlePreview | null
  /** The host does not have the preview any more: another window made one. */
  readonly onOutdated: () => void
}

interface Saved {
  readonly previewId: string
  readonly path: string
  readonly bytes: number
}

/** Puts the bundle that the preview shows into a new file on the machine of the host. */
export function SaveForm({ preview, onOutdated }: SaveFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [suggested] = useState(() => suggestedPath(hostClock.nowMs()))
  const [typed, setTyped] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const [saved, setSaved] = useState<Saved | null>(null)
  const save = useHostAction((client, input: SaveBundleInput) => client.history.bundleSave(input))
  const isSaved = saved !== null && saved.previewId === preview?.id
  const path = typed ?? (saved === null ? suggested : isSaved ? saved.path : nextPath(saved.path))
  const wrongPath = newFilePathProblem(path)
  const problem = save.problem

  const submit = async (): Promise<void> => {
    setTried(true)
    if (preview === null || wrongPath !== null || save.isPending) return
    const done = await save.run({ previewId: preview.id, path: path.trim() })
    if (done === null) return
    setSaved({ ...done, previewId: preview.id })
    setTyped(null)
    setTried(false)
  }

  return (
    <div className={styles.save}>
      <Form
        ref={form}
        className={styles.form ?? ''}
        aria-label="Save the bundle"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label="Save as"
          description="A new file on the machine that this console runs on; ~ is the home folder there. Nothing that exists is overwritten."
          value={path}
          onChange={(text) => {
            setTyped(text)
            save.reset()
          }}
          error={isTried ? wrongPath : null}
          isCode
        />
        <Button look="primary" type="submit" isPending={save.isPending} isDisabled={preview === null}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
      </Form>
      {problem === null ? null : (
        <div className={styles.below}>
          <ProblemNote problem={problem} />
          {problem.code === 'NOT_FOUND' ? (
            <Button
              onPress={() => {
                save.reset()
                onOutdated()
                // This button goes; saving is what comes next.
                form.current?.querySelector('input')?.focus()
              }}
            >
              Make the preview again
            </Button>
          ) : null}
        </div>
      )}
      <div className={styles.done} data-shown={isSaved}>
        <output className={styles.outcome}>
          {isSaved ? (
            <>
              <strong>Saved as {saved.path}</strong>, {bytesWords(saved.bytes)}. Whoever gets the file opens it on this
              screen of their own console.
            </>
          ) : null}
        </output>
        {isSaved ? (
          <Button look="outline" onPress={() => void copyText(saved.path, 'The path')}>
            Copy the path
          </Button>
        ) : null}
      </div>
    </div>
  )
}
