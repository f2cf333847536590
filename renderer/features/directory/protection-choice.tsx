import type { ProtectionKind, ProtectionOffer } from '../../../shared/contract/types.ts'
import { ChoiceField } from '../../components/choice-field.tsx'
import { QuietNote } from '../../components/quiet-note.tsx'
import { PassphraseFields } from './passphrase-fields.tsx'
import type { PassphraseDraft } from './passphrase-rules.ts'
import { byWorth, plainStoreWords, PROTECTION_WORDS, protectionProblemWords } from './protection-words.ts'

interface ProtectionChoiceProps {
  readonly offers: readonly ProtectionOffer[]
  /** Those the vault has already. */
  readonly present?: readonly ProtectionKind[]
  readonly value: ProtectionKind
  readonly onChange: (kind: ProtectionKind) => void
  readonly passphrase: PassphraseDraft
  readonly onPassphrase: (draft: PassphraseDraft) => void
}

/** How the key of a vault is kept, with why what cannot be used cannot. */
export function ProtectionChoice(props: ProtectionChoiceProps) {
  const { offers, present = [], value, onChange, passphrase, onPassphrase } = props
  const plainStore = plainStoreWords(offers)
  const choices = byWorth(offers)
    .filter(({ kind }) => !present.includes(kind))
    .map(({ kind, problem }) => ({
      id: kind,
      name: PROTECTION_WORDS[kind].name,
      note: problem === null ? PROTECTION_WORDS[kind].note : protectionProblemWords(problem),
      isDisabled: problem !== null,
    }))
  return (
    <>
      {plainStore === null ? null : <QuietNote tone="warn">{plainStore}</QuietNote>}
      <ChoiceField label="How the key of the vault is kept" choices={choices} value={value} onChange={onChange} />
      {value === 'passphrase' ? <PassphraseFields draft={passphrase} onDraft={onPassphrase} /> : null}
    </>
  )
}
