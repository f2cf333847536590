import { useRef, useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { Button } from '../../components/button.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useDirectory } from '../../lib/state/use-host.ts'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import styles from './add-logs.module.css'
import { logPathsOf } from './log-paths.ts'

/** The ways in which records get here: files and folders once, or a log from now on. */
export function AddLogs() {
  // A log by itself has no directory that would say where its log is written.
  const isLog = useDirectory()?.kind === 'log'
  const [typed, setTyped] = useState('')
  const elsewhere = useRef<HTMLFormElement>(null)
  const read = useHostAction((client, paths: readonly string[]) => client.history.import({ paths: [...paths] }))
  const follow = useHostAction((client, path: string | null) => client.history.follow({ path, withPast: true }))
  const paths = logPathsOf(typed)
  const [only] = paths
  const isPending = read.isPending || follow.isPending
  const problem = read.problem ?? follow.problem

  /**
   * Without a path the buttons are of no use: with the focus in one of them, keys would lead nowhere. Whoever is elsewhere
   * by then, such as on the way out, stays there.
   */
  const clear = () => {
    const form = elsewhere.current
    if (form?.contains(document.activeElement) === true) form.querySelector('input')?.focus()
    setTyped('')
  }
  const startReading = async () => {
    if (paths.length === 0) return
    follow.reset()
    if ((await read.run(paths)) !== null) clear()
  }
  const startFollowing = async (path: string | null) => {
    read.reset()
    if ((await follow.run(path)) !== null && path !== null) clear()
  }

  return (
    <div className={styles.ways}>
      {isLog ? null : (
        <section className={styles.way} aria-label="The log of this OpenClaw">
          <h3>The log that is being written</h3>
          <p>Takes in what the usual log of this directory holds, and everything that is written to it from then on.</p>
          <div className={styles.buttons}>
            <Button
              look="primary"
              onPress={() => void startFollowing(null)}
              isPending={follow.isPending}
              isDisabled={read.isPending}
            >
              Follow the log
            </Button>
          </div>
        </section>
      )}
      <Form
        ref={elsewhere}
        className={styles.way ?? ''}
        aria-label="Logs from elsewhere"
        onSubmit={(event) => {
          event.preventDefault()
          void startReading()
        }}
      >
        <h3>Logs from elsewhere</h3>
        <TextField
          label="File or folder"
          description="A path on the machine that this console runs on. A folder stands for all logs in it; packed ones are read, too."
          placeholder="/tmp/openclaw"
          value={typed}
          onChange={setTyped}
          isCode
        />
        <div className={styles.buttons}>
          <Button type="submit" isPending={read.isPending} isDisabled={paths.length === 0 || follow.isPending}>
            Import
          </Button>
          <Button
            look="quiet"
            isDisabled={only === undefined || paths.length > 1 || isPending}
            onPress={() => void startFollowing(only ?? null)}
          >
            Import and follow
          </Button>
        </div>
      </Form>
      {problem === null ? null : <ProblemNote problem={problem} />}
    </div>
  )
}
