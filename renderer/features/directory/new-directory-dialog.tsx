import { useState } from 'react'
import type { CreateDirectoryInput, ProtectionKind, ProtectionOffer } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { TextField } from '../../components/text-field.tsx'
import { showToast } from '../../components/toasts.tsx'
import { actionProblem } from '../../lib/state/use-host-action.ts'
import { forgetThen } from '../../lib/secrets/forget-then.ts'
import { useSecretAction } from '../../lib/state/use-secret-action.ts'
import { useProtectionOffers, useRefreshKnown } from './directory-queries.ts'
import { directoryNameProblem, pathProblem } from './new-directory-draft.ts'
import { EMPTY_PASSPHRASE, isPassphraseReady, type PassphraseDraft } from './passphrase-rules.ts'
import { ProtectionChoice } from './protection-choice.tsx'
import { suggestedProtection, toProtectionInput } from './protection-words.ts'

interface NewDirectoryDialogProps {
  readonly onOpened: () => void
  readonly onClose: () => void
}

/** Makes a directory of our own, whose secrets lie in a vault, and opens it. */
export function NewDirectoryDialog({ onOpened, onClose }: NewDirectoryDialogProps) {
  const offers = useProtectionOffers()
  const [passphrase, setPassphrase] = useState(EMPTY_PASSPHRASE)
  const close = (): void => forgetThen(() => setPassphrase(EMPTY_PASSPHRASE), onClose)
  return (
    <Dialog title="New directory" isOpen onClose={close}>
      <p>
        A state directory with the layout of OpenClaw’s, kept by Switchyard. Its keys are sealed in a vault instead of
        lying in plain text.
      </p>
      {offers.isError ? <ProblemNote problem={actionProblem(offers.error)} /> : null}
      {offers.data === undefined ? (
        <output>{offers.isError ? '' : 'Looking how a key can be kept on this machine…'}</output>
      ) : (
        <NewDirectoryForm
          offers={offers.data}
          passphrase={passphrase}
          onPassphrase={setPassphrase}
          onOpened={onOpened}
          onClose={close}
        />
      )}
    </Dialog>
  )
}

interface NewDirectoryFormProps extends NewDirectoryDialogProps {
  readonly offers: readonly ProtectionOffer[]
  readonly passphrase: PassphraseDraft
  readonly onPassphrase: (draft: PassphraseDraft) => void
}

function NewDirectoryForm({ offers, passphrase, onPassphrase, onOpened, onClose }: NewDirectoryFormProps) {
  const create = useSecretAction((client, input: CreateDirectoryInput) => client.directory.create(input))
  const refreshKnown = useRefreshKnown()
  const [name, setName] = useState('')
  const [path, setPath] = useState('')
  const [kind, setKind] = useState<ProtectionKind>(suggestedProtection(offers) ?? 'passphrase')
  const [wasTried, setTried] = useState(false)
  const problems = { name: directoryNameProblem(name), path: pathProblem(path) }
  const isReady =
    name.trim() !== '' &&
    problems.name === null &&
    problems.path === null &&
    (kind !== 'passphrase' || isPassphraseReady(passphrase))

  const submit = async (): Promise<void> => {
    setTried(true)
    if (!isReady || create.isPending) return
    const input = {
      name: name.trim(),
      path: path.trim() || null,
      protection: toProtectionInput(kind, passphrase.passphrase),
    }
    onPassphrase(EMPTY_PASSPHRASE)
    if ((await create.run(input)) === null) return
    refreshKnown()
    showToast({ tone: 'good', message: `${input.name} was made and is open.` })
    onOpened()
  }

  return (
    <DialogForm onSubmit={() => void submit()}>
      <TextField
        label="Name"
        error={problems.name ?? (wasTried && name.trim() === '' ? 'Give it a name.' : null)}
        value={name}
        onChange={setName}
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog was opened for
        autoFocus
      />
      <TextField
        label="Place"
        description="A folder that does not exist yet or is empty, on the machine where Switchyard runs. Empty: in its data folder, under the name."
        error={problems.path}
        value={path}
        onChange={setPath}
        isRequired={false}
        isCode
      />
      <ProtectionChoice
        offers={offers}
        value={kind}
        onChange={(next) => {
          onPassphrase(EMPTY_PASSPHRASE)
          setKind(next)
        }}
        passphrase={passphrase}
        onPassphrase={onPassphrase}
      />
      {create.problem === null ? null : <ProblemNote problem={create.problem} />}
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button look="primary" type="submit" isPending={create.isPending} isDisabled={!isReady && !create.isPending}>
          {create.isPending ? 'Making it…' : 'Make and open'}
        </Button>
      </DialogActions>
    </DialogForm>
  )
}
