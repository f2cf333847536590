import card from '../../components/card.module.css'
import { CheckField } from '../../components/check-field.tsx'
import { ChoiceField } from '../../components/choice-field.tsx'
import { BUNDLE_SPANS, type BundleChoice } from './bundle-choice.ts'
import styles from './bundle-option-fields.module.css'
import { SPAN_NAMES } from './bundle-sentences.ts'

interface BundleOptionFieldsProps {
  readonly choice: BundleChoice
  readonly onChoice: (choice: BundleChoice) => void
}

const SPANS = BUNDLE_SPANS.map((id) => ({ id, name: SPAN_NAMES[id] }))

/** How far back, and what is told only where somebody wants it told. */
export function BundleOptionFields({ choice, onChoice }: BundleOptionFieldsProps) {
  return (
    <div className={`${card.card} ${styles.fields}`}>
      <ChoiceField
        label="Span of time"
        choices={SPANS}
        value={choice.span}
        onChange={(span) => onChoice({ ...choice, span })}
        look="row"
      />
      <div className={styles.checks} role="group" aria-label="Left out unless chosen">
        <CheckField
          isSelected={choice.withErrorTexts}
          onChange={(withErrorTexts) => onChoice({ ...choice, withErrorTexts })}
        >
          <Words name="With error texts as providers sent them, redacted">
            Otherwise only reason and status of a failure are in it.
          </Words>
        </CheckField>
        <CheckField
          isSelected={choice.withSessionIds}
          onChange={(withSessionIds) => onChoice({ ...choice, withSessionIds })}
        >
          <Words name="With session ids as they are">Otherwise they are session-1, session-2 and so on.</Words>
        </CheckField>
      </div>
    </div>
  )
}

function Words({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <span className={styles.words}>
      <span className={styles.name}>{name}</span>
      <span className={styles.note}>{children}</span>
    </span>
  )
}
