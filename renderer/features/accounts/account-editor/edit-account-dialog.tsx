import { useState } from 'react'
import type { AuthProfile, ProfileStatus } from '../../../../shared/engine/index.ts'
import type { DirectoryState, EditAccountInput } from '../../../../shared/contract/types.ts'
import { Button } from '../../../components/button.tsx'
import { ChoiceField, type Choice } from '../../../components/choice-field.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { DialogForm } from '../../../components/dialog-form.tsx'
import { ProfileId } from '../../../components/profile-id.tsx'
import { QuietNote } from '../../../components/quiet-note.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { showToast } from '../../../components/toasts.tsx'
import { LockedVaultNote } from '../../../components/vault/locked-vault-note.tsx'
import { ProblemOffer } from '../../../components/vault/problem-offer.tsx'
import { forgetThen } from '../../../lib/secrets/forget-then.ts'
import { useSecretAction } from '../../../lib/state/use-secret-action.ts'
import { hostClock } from '../../../lib/time/time.ts'
import { secretPlaceWords } from '../../../lib/words/secret-place.ts'
import { takesEffectWords } from '../../../lib/words/takes-effect.ts'
import {
  draftOfReference,
  EMPTY_SECRET,
  emailProblem,
  expiryProblem,
  secretProblems,
  shownProblem,
  toEditInput,
  type EditDraft,
  type SecretPlace,
} from './account-draft.ts'
import { formatLocalTime } from './local-time.ts'
import { SECRET_PLACES, SecretFields } from './secret-fields.tsx'
import { TimeField } from './time-field.tsx'

interface EditAccountDialogProps {
  readonly directory: DirectoryState
  readonly agentId: string
  readonly status: ProfileStatus
  readonly profile: AuthProfile
  /** `label`: only that. */
  readonly scope: 'all' | 'label'
  readonly onClose: () => void
}

/** What can be different about an account. Its secret stays as it is until another one is handed in. */
export function EditAccountDialog({ directory, agentId, status, profile, scope, onClose }: EditAccountDialogProps) {
  const edit = useSecretAction((client, input: EditAccountInput) => client.accounts.edit(input))
  const [before] = useState<EditDraft>(() => draftOf(profile, directory))
  const [draft, setDraft] = useState(before)
  const [entered, setEntered] = useState('')
  const [wasTried, setTried] = useState(false)
  const type = profile.type === 'oauth' ? null : profile.type
  const expiry = draft.expiry === before.expiry ? null : expiryProblem(draft.expiry, hostClock.nowMs())
  const email = draft.email === before.email ? null : emailProblem(draft.email)
  const secret = draft.secret === null ? {} : secretProblems(draft.secret, entered)
  const needsVault = directory.vault?.status === 'locked' && draft.secret?.place === 'inline'
  const isFine = expiry === null && email === null && Object.keys(secret).length === 0 && !needsVault

  const close = (): void => forgetThen(() => setEntered(''), onClose)
  const submit = async (): Promise<void> => {
    setTried(true)
    if (!isFine || edit.isPending) return
    const input = toEditInput(agentId, profile, before, draft, entered)
    setEntered('')
    setTried(false)
    if (input === null) return onClose()
    const receipt = await edit.run(input)
    if (receipt === null) return
    onClose()
    showToast({ tone: 'good', message: `${profile.id} was changed. ${takesEffectWords(receipt.takesEffect)}` })
  }

  return (
    <Dialog
      title={
        <>
          {scope === 'label' ? 'Rename label of ' : 'Edit '}
          <ProfileId id={profile.id} />
        </>
      }
      isOpen
      onClose={close}
    >
      <DialogForm onSubmit={() => void submit()}>
        {status.origin === 'inherited' ? (
          <QuietNote>This account is shared: it changes for every agent that inherits it.</QuietNote>
        ) : null}
        <TextField
          label="Label"
          description="Shown beside the id; empty: none."
          value={draft.displayName}
          onChange={(displayName) => setDraft({ ...draft, displayName })}
          isRequired={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog was opened for
          autoFocus
        />
        {scope === 'label' ? null : (
          <>
            <TextField
              label="E-mail"
              error={shownProblem(email ?? undefined, wasTried)}
              value={draft.email}
              onChange={(text) => setDraft({ ...draft, email: text })}
              isRequired={false}
            />
            {type === 'token' ? (
              <TimeField
                label="Expires"
                error={shownProblem(expiry ?? undefined, wasTried)}
                value={draft.expiry}
                onChange={(text) => setDraft({ ...draft, expiry: text })}
              />
            ) : null}
            {type === null ? (
              <QuietNote>A sign-in is not entered by hand: it is renewed by itself, or comes by import.</QuietNote>
            ) : (
              <>
                <ChoiceField
                  label={type === 'api_key' ? 'Its key' : 'Its token'}
                  choices={placeChoices(profile)}
                  value={draft.secret?.place ?? 'keep'}
                  onChange={(place) => {
                    setEntered('')
                    setDraft({ ...draft, secret: place === 'keep' ? null : secretDraft(profile, place) })
                  }}
                />
                {needsVault ? <LockedVaultNote /> : null}
                {draft.secret === null ? null : (
                  <SecretFields
                    type={type}
                    directory={directory}
                    draft={draft.secret}
                    onDraft={(next) => setDraft({ ...draft, secret: next })}
                    entered={entered}
                    onEntered={setEntered}
                    problems={secret}
                    wasTried={wasTried}
                  />
                )}
              </>
            )}
          </>
        )}
        {edit.problem === null ? null : <ProblemOffer problem={edit.problem} onSolved={edit.reset} />}
        <DialogActions>
          <Button onPress={close}>Cancel</Button>
          <Button look="primary" type="submit" isPending={edit.isPending} isDisabled={needsVault}>
            {edit.isPending ? 'Saving…' : 'Save'}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

/** What openclaw.json says of an account is what is shown of it. */
function draftOf(profile: AuthProfile, { facts }: DirectoryState): EditDraft {
  const configured = facts.config.profiles.find(({ id }) => id === profile.id)
  return {
    displayName: configured?.displayName ?? profile.displayName ?? '',
    email: configured?.email ?? profile.email ?? '',
    expiry: formatLocalTime(profile.expiresMs),
    secret: null,
  }
}

function secretDraft(profile: AuthProfile, place: SecretPlace): EditDraft['secret'] {
  const known = draftOfReference(profile.keyRef ?? profile.tokenRef)
  return known.place === place ? known : { ...EMPTY_SECRET, place }
}

function placeChoices(profile: AuthProfile): readonly Choice<SecretPlace | 'keep'>[] {
  return [
    { id: 'keep', name: 'Leave it as it is', note: secretPlaceWords(profile) },
    { id: 'inline', name: 'Enter a new one' },
    ...SECRET_PLACES.filter((choice) => choice.id !== 'inline'),
  ]
}
