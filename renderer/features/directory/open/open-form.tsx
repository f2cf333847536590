import { useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextField } from 'react-aria-components/TextField'
import type { HostInfo, OpenFailure } from '../../../../shared/contract/types.ts'
import { Button } from '../../../components/button.tsx'
import { FailureNote } from './failure-note.tsx'
import { useOpenDirectory } from './use-open-directory.ts'
import styles from './open-form.module.css'

interface OpenFormProps {
  readonly info: HostInfo
  /** The path of the directory that is open. */
  readonly openPath?: string
  readonly isExampleOpen?: boolean
  /** Nothing lies in the usual place, and the page has said so. */
  readonly isUsualAbsent?: boolean
  /** What went wrong before this page was there. */
  readonly failure: OpenFailure | null
  readonly onOpened?: () => void
}

/** The ways to a directory: the system's dialog or a path, the usual place, and the example. */
export function OpenForm({
  info,
  openPath,
  isExampleOpen = false,
  isUsualAbsent = false,
  failure,
  onOpened,
}: OpenFormProps) {
  const { open, isPending, problem } = useOpenDirectory(onOpened)
  const [path, setPath] = useState(failure?.path ?? '')
  const shownFailure = problem?.failure ?? (problem === null ? failure : null)
  const isUsualElsewhere = openPath !== info.defaultDirectory && shownFailure?.path !== info.defaultDirectory

  return (
    <div className={styles.form}>
      {shownFailure === null ? null : <FailureNote {...shownFailure} />}
      {problem !== null && problem.failure === null ? (
        <FailureNote path={null} message={problem.message} hint={problem.hint} />
      ) : null}

      {info.canChooseDirectory ? (
        <Button look="primary" onPress={() => open({ kind: 'choose' })} isPending={isPending}>
          Open a directory…
        </Button>
      ) : (
        <Form
          className={styles.path ?? ''}
          onSubmit={(event) => {
            event.preventDefault()
            if (path.trim() !== '') open({ kind: 'path', path: path.trim() })
          }}
        >
          <TextField className={styles.field ?? ''} value={path} onChange={setPath}>
            <Label>Open a directory</Label>
            <Input
              className={styles.input ?? ''}
              placeholder={info.defaultDirectory}
              spellCheck="false"
              autoComplete="off"
            />
            <Text slot="description" className={styles.help ?? ''}>
              Its path on the machine where Switchyard runs
            </Text>
          </TextField>
          <Button look="primary" type="submit" isPending={isPending} isDisabled={path.trim() === ''}>
            Open
          </Button>
        </Form>
      )}

      <div className={styles.others}>
        {isUsualElsewhere ? (
          <Button onPress={() => open({ kind: 'default' })} isPending={isPending}>
            {isUsualAbsent ? 'Look there again' : `Open ${info.defaultDirectory}`}
          </Button>
        ) : null}
        {isExampleOpen ? null : (
          <Button onPress={() => open({ kind: 'example' })} isPending={isPending}>
            Look at the example
          </Button>
        )}
      </div>
    </div>
  )
}
