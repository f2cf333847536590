import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AgentFacts, AgentStatus } from '../../../../shared/engine/index.ts'
import type { AddAccountInput, DirectoryState, EditReceipt } from '../../../../shared/contract/types.ts'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { ComboField } from '../../../components/combo-field.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { DialogForm } from '../../../components/dialog-form.tsx'
import { QuietNote } from '../../../components/quiet-note.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { showToast } from '../../../components/toasts.tsx'
import { ProblemOffer } from '../../../components/vault/problem-offer.tsx'
import { LockedVaultNote } from '../../../components/vault/locked-vault-note.tsx'
import { forgetThen } from '../../../lib/secrets/forget-then.ts'
import { useSecretAction } from '../../../lib/state/use-secret-action.ts'
import { hostClock } from '../../../lib/time/time.ts'
import { takesEffectWords } from '../../../lib/words/takes-effect.ts'
import {
  draftProblems,
  EMPTY_SECRET,
  profileIdOf,
  shownProblem,
  toAddInput,
  type AccountDraft,
} from './account-draft.ts'
import { knownProviders } from './known-providers.ts'
import { idsOf, ownerChoices, storeOf } from './owners.ts'
import { SECRET_PLACES, SecretFields } from './secret-fields.tsx'
import { TimeField } from './time-field.tsx'

interface AddAccountDialogProps {
  readonly directory: DirectoryState
  readonly agent: AgentFacts
  readonly status: AgentStatus
  /** An account that an order names and nobody has. */
  readonly preset: { readonly provider: string; readonly profileId: string } | null
  readonly onTest: (profileId: string) => void
  readonly onClose: () => void
}

const TYPES = [
  { id: 'api_key', name: 'API key' },
  { id: 'token', name: 'Token' },
] as const

/** A new account: whose, of which provider, and where its secret is. The secret itself is forgotten as it is handed in. */
export function AddAccountDialog({ directory, agent, status, preset, onTest, onClose }: AddAccountDialogProps) {
  const { facts } = directory
  const add = useSecretAction((client, input: AddAccountInput) => client.accounts.add(input))
  const [wasTried, setTried] = useState(false)
  const [entered, setEntered] = useState('')
  const [draft, setDraft] = useState<AccountDraft>(() => emptyDraft(preset))
  const taken = idsOf(storeOf(facts, agent, draft.owner))
  const hidden = idsOf(storeOf(facts, agent, draft.owner === 'own' ? 'shared' : 'own'))
  const profileId = profileIdOf(draft, taken)
  const problems = draftProblems(draft, { entered, taken, nowMs: hostClock.nowMs() })
  const owners = ownerChoices(facts, agent)
  const needsVault = directory.vault?.status === 'locked' && draft.secret.place === 'inline'
  const change = (part: Partial<AccountDraft>): void => setDraft((old) => ({ ...old, ...part }))

  const close = (): void => forgetThen(() => setEntered(''), onClose)
  const submit = async (): Promise<void> => {
    setTried(true)
    if (Object.keys(problems).length > 0 || needsVault || add.isPending) return
    const input = toAddInput(agent.id, draft, { entered, taken })
    setEntered('')
    setTried(false)
    const receipt = await add.run(input)
    if (receipt === null) return
    onClose()
    tellAdded(profileId, receipt, onTest)
  }

  return (
    <Dialog title="Add account" isOpen onClose={close}>
      <DialogForm onSubmit={() => void submit()}>
        <ComboField
          label="Provider"
          options={knownProviders(facts, status)}
          error={shownProblem(problems.provider, wasTried)}
          value={draft.provider}
          onChange={(provider) => change({ provider })}
        />
        <ChoiceField label="Kind" look="row" choices={TYPES} value={draft.type} onChange={(type) => change({ type })} />
        <QuietNote>
          <p>
            A sign-in (OAuth) comes by import: sign in with the tool that has it, then{' '}
            <Link to="/directory" hash="import">
              import its files
            </Link>
            .
          </p>
        </QuietNote>
        <ChoiceField
          label="How the secret is kept"
          choices={SECRET_PLACES}
          value={draft.secret.place}
          onChange={(place) => {
            setEntered('')
            change({ secret: { ...EMPTY_SECRET, place } })
          }}
        />
        {needsVault ? <LockedVaultNote /> : null}
        <SecretFields
          type={draft.type}
          directory={directory}
          draft={draft.secret}
          onDraft={(secret) => change({ secret })}
          entered={entered}
          onEntered={setEntered}
          problems={problems}
          wasTried={wasTried}
        />
        {draft.type === 'token' ? (
          <TimeField
            label="Expires"
            error={shownProblem(problems.expiry, wasTried)}
            value={draft.expiry}
            onChange={(expiry) => change({ expiry })}
          />
        ) : null}
        <TextField
          label="E-mail"
          description="Whose account it is; it becomes part of the id."
          error={shownProblem(problems.email, wasTried)}
          value={draft.email}
          onChange={(email) => change({ email })}
          isRequired={false}
        />
        <TextField
          label="Label"
          description="Shown beside the id."
          value={draft.displayName}
          onChange={(displayName) => change({ displayName })}
          isRequired={false}
        />
        <TextField
          label="Id"
          description={
            hidden.has(profileId)
              ? draft.owner === 'own'
                ? 'A shared account has the same id; this agent will use the new one in its place.'
                : 'This agent has an account of the same id and goes on using its own.'
              : 'Orders name the account by it. It cannot be changed later.'
          }
          error={shownProblem(problems.profileId, wasTried)}
          value={profileId}
          onChange={(id) => change({ profileId: id })}
          onBlur={() => {
            if (draft.profileId?.trim() === '') change({ profileId: null })
          }}
          isRequired
          isCode
        />
        {owners.length > 1 ? (
          <ChoiceField
            label="Whose it is"
            choices={owners}
            value={draft.owner}
            onChange={(owner) => change({ owner })}
          />
        ) : (
          <QuietNote>
            It lies in the store of {owners[0]?.name}. {owners[0]?.note}
          </QuietNote>
        )}
        {add.problem === null ? null : (
          <>
            <ProblemOffer problem={add.problem} onSolved={add.reset} />
            {draft.secret.place === 'inline' ? (
              <QuietNote>The secret was not kept. Paste it again to try once more.</QuietNote>
            ) : null}
          </>
        )}
        <DialogActions>
          <Button onPress={close}>Cancel</Button>
          <Button look="primary" type="submit" isPending={add.isPending} isDisabled={needsVault}>
            {add.isPending ? 'Adding…' : 'Add account'}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

/** Made here, as a function that is made in the dialog would keep what was entered for as long as the message is shown. */
function tellAdded(profileId: string, { takesEffect }: EditReceipt, onTest: (profileId: string) => void): void {
  showToast({
    tone: 'good',
    message: `${profileId} was added. ${takesEffectWords(takesEffect)}`,
    action: { label: 'Test now', onPress: () => onTest(profileId) },
  })
}

function emptyDraft(preset: AddAccountDialogProps['preset']): AccountDraft {
  return {
    provider: preset?.provider ?? '',
    type: 'api_key',
    secret: EMPTY_SECRET,
    profileId: preset?.profileId ?? null,
    owner: 'own',
    displayName: '',
    email: '',
    expiry: '',
  }
}
