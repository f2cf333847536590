import { Link } from '@tanstack/react-router'
import { Fragment, useState, type ReactNode } from 'react'
import type { Attention } from '../../../shared/engine/index.ts'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { CalmNote } from '../../components/calm-note.tsx'
import { Section } from '../../components/section.tsx'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { clockText, useTick } from '../../lib/time/time.ts'
import { attentionSentence } from './attention-sentences.ts'
import styles from './needs-you.module.css'

const SHOWN = 3

interface NeedsYouProps {
  readonly attention: readonly Attention[]
  /** What can be done about it at once; null: nothing. */
  readonly attentionAction: (attention: Attention) => ReactNode
}

/** Question 3: what needs a person, the gravest first, each with what to do. */
export function NeedsYou({ attention, attentionAction }: NeedsYouProps) {
  const [isWhole, setIsWhole] = useState(false)
  if (attention.length === 0) {
    return (
      <Section title="Needs you">
        <CalmNote isGood title="Nothing needs you." />
      </Section>
    )
  }
  const shown = isWhole ? attention : attention.slice(0, SHOWN)
  return (
    <Section title="Needs you" count={attention.length}>
      <div className={card.card}>
        <ul className={card.rows}>
          {shown.map((item) => (
            <Need key={item.id} attention={item} action={attentionAction(item)} />
          ))}
        </ul>
        {attention.length > SHOWN ? (
          <div className={card.foot}>
            <Button look="quiet" onPress={() => setIsWhole(!isWhole)} aria-expanded={isWhole}>
              {isWhole ? 'Show fewer' : `Show ${attention.length - SHOWN} more`}
            </Button>
          </div>
        ) : null}
      </div>
    </Section>
  )
}

/** A command that wraps between its words only. */
function Command({ text }: { readonly text: string }) {
  return (
    <code className={styles.command} translate="no">
      {text.split(' ').map((word, index) => (
        <Fragment key={word}>
          {index === 0 ? null : ' '}
          <span>{word}</span>
        </Fragment>
      ))}
    </code>
  )
}

const SEVERITY_WORDS = { error: 'Urgent', warning: 'Soon', info: 'Good to know' } as const

function Need({ attention, action }: { readonly attention: Attention; readonly action: ReactNode }) {
  const { severity, profileIds, untilMs, code } = attention
  const time = useTick((nowMs) => (untilMs === null ? null : clockText.when(untilMs, nowMs)))
  const { title, advice, command } = attentionSentence(attention, time)
  const evidence = code === 'order_names_missing_profile' ? undefined : profileIds[0]
  return (
    <li className={styles.need} data-severity={severity} data-need={code}>
      <span className={styles.glyph}>
        <StateGlyph
          state={severity === 'error' ? 'disabled' : severity === 'warning' ? 'unusable' : 'ready'}
          size={12}
        />
      </span>
      <p>
        <VisuallyHidden>{SEVERITY_WORDS[severity]}: </VisuallyHidden>
        <strong>{title}</strong> <span className={styles.advice}>{advice}</span>{' '}
        {command === undefined ? null : <Command text={command} />}{' '}
        <Link
          className={styles.evidence}
          to="/accounts"
          search={{
            profile: evidence,
            provider: evidence === undefined ? (attention.provider ?? undefined) : undefined,
          }}
        >
          Show<VisuallyHidden>: {title}</VisuallyHidden>
        </Link>
        {action === null ? null : <> {action}</>}
      </p>
    </li>
  )
}
