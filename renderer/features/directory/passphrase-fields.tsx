import { TextField } from '../../components/text-field.tsx'
import { passphraseProblems, strengthWords, type PassphraseDraft } from './passphrase-rules.ts'

interface PassphraseFieldsProps {
  readonly draft: PassphraseDraft
  readonly onDraft: (draft: PassphraseDraft) => void
}

/** A new passphrase, entered twice. */
export function PassphraseFields({ draft, onDraft }: PassphraseFieldsProps) {
  const problems = passphraseProblems(draft)
  return (
    <>
      <TextField
        label="Passphrase"
        description={strengthWords(draft.passphrase) ?? 'Nobody can bring it back: write it down where it is safe.'}
        error={problems.passphrase}
        value={draft.passphrase}
        onChange={(passphrase) => onDraft({ ...draft, passphrase })}
        isSecret
        isRequired
      />
      <TextField
        label="The same again"
        error={problems.again}
        value={draft.again}
        onChange={(again) => onDraft({ ...draft, again })}
        isSecret
        isRequired
      />
    </>
  )
}
