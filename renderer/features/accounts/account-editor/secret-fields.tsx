import type { DirectoryState } from '../../../../shared/contract/types.ts'
import type { Choice } from '../../../components/choice-field.tsx'
import { QuietNote } from '../../../components/quiet-note.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { cleaningWords } from '../../../lib/secrets/cleaning-words.ts'
import type { ReferenceSource } from '../../../lib/secrets/reference-rules.ts'
import { shownProblem, type DraftProblems, type SecretDraft, type SecretPlace } from './account-draft.ts'

export const SECRET_PLACES: readonly Choice<SecretPlace>[] = [
  { id: 'inline', name: 'Enter it now' },
  { id: 'env', name: 'From an environment variable', note: 'Only the name of the variable is stored.' },
  { id: 'file', name: 'From a file', note: 'Only the place in the file is stored.' },
  { id: 'exec', name: 'From a command', note: 'A password manager or the like is asked each time.' },
]

interface SecretFieldsProps {
  readonly type: 'api_key' | 'token'
  readonly directory: DirectoryState
  readonly draft: SecretDraft
  readonly onDraft: (draft: SecretDraft) => void
  readonly entered: string
  readonly onEntered: (text: string) => void
  readonly problems: DraftProblems
  readonly wasTried: boolean
}

/** The fields that a secret needs, by how it is handed in. */
export function SecretFields(props: SecretFieldsProps) {
  const { type, directory, draft, onDraft, entered, onEntered, problems, wasTried } = props
  if (draft.place === 'inline')
    return (
      <>
        <TextField
          label={type === 'api_key' ? 'Paste the key' : 'Paste the token'}
          description={cleaningWords(entered) ?? undefined}
          error={shownProblem(problems.secret, wasTried)}
          value={entered}
          onChange={onEntered}
          isSecret
          isRequired
        />
        <KeepingNote directory={directory} />
      </>
    )
  const words = REFERENCE_FIELDS[draft.place]
  return (
    <>
      {words.alias === null && draft.alias === '' ? null : (
        <TextField
          label={words.alias ?? 'Name of the source'}
          description={ALIAS_HELP[draft.place]}
          placeholder="default"
          error={shownProblem(problems.alias, wasTried)}
          value={draft.alias}
          onChange={(alias) => onDraft({ ...draft, alias })}
          isRequired={false}
          isCode
        />
      )}
      <TextField
        label={words.id}
        description={words.help}
        placeholder={words.example}
        error={shownProblem(problems.refId, wasTried)}
        value={draft.refId}
        onChange={(refId) => onDraft({ ...draft, refId })}
        isRequired
        isCode
      />
    </>
  )
}

interface ReferenceWords {
  /** null: the field is shown only where it is in use. */
  readonly alias: string | null
  readonly id: string
  readonly help: string
  readonly example: string
}

const REFERENCE_FIELDS: Readonly<Record<ReferenceSource, ReferenceWords>> = {
  env: {
    alias: null,
    id: 'Name of the variable',
    help: 'It must be set where OpenClaw runs, and where Switchyard runs for a test from here.',
    example: 'OPENAI_API_KEY',
  },
  file: {
    alias: 'Name of the file source',
    id: 'Place in the file',
    help: 'The word value where the file holds nothing but the secret, else a path into its JSON, such as /openai/key.',
    example: 'value',
  },
  exec: {
    alias: 'Name of the command source',
    id: 'Name of the secret',
    help: 'What the command is asked for.',
    example: 'openai/key',
  },
}

const ALIAS_HELP: Readonly<Record<ReferenceSource, string>> = {
  env: 'One of secrets.providers in openclaw.json; empty: the default.',
  file: 'One of secrets.providers in openclaw.json, which says which file is read; empty: the default.',
  exec: 'One of secrets.providers in openclaw.json, which says which command is run; empty: the default.',
}

/** Where a secret that is entered will lie. */
function KeepingNote({ directory }: { readonly directory: DirectoryState }) {
  if (directory.kind === 'own')
    return <QuietNote>It is sealed in the vault of this directory. The store only says that it is there.</QuietNote>
  return (
    <QuietNote tone="warn">
      <p>
        It will lie in the store in plain text, as OpenClaw keeps every key that is entered. Whoever can read the folder
        can read it; a variable, a file or a command keeps it out of there.
      </p>
    </QuietNote>
  )
}
