import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Transition } from '../../../shared/engine/index.ts'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { CalmNote } from '../../components/calm-note.tsx'
import { Section } from '../../components/section.tsx'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { ClockTime } from '../../components/times.tsx'
import { useIsReadOnly } from '../../lib/state/use-host.ts'
import { clockText, useTick } from '../../lib/time/time.ts'
import { useFlip } from '../../lib/use-flip.ts'
import { shortenMiddle } from '../../lib/words/shorten.ts'
import { transitionSentence } from './transition-sentences.ts'
import styles from './what-changed.module.css'

const SHOWN = 6
const MORE = 40

interface WhatChangedProps {
  readonly transitions: readonly Transition[]
  readonly agentId: string
}

/** Question 4: what changed, the latest first. */
export function WhatChanged({ transitions, agentId }: WhatChangedProps) {
  const isReadOnly = useIsReadOnly()
  const [isWhole, setIsWhole] = useState(false)
  const own = transitions.filter((transition) => transition.agentId === agentId)
  const shown = own.slice(0, isWhole ? MORE : SHOWN)
  const list = useFlip<HTMLOListElement>(shown.map((transition) => transition.id).join(' '))
  if (own.length === 0) {
    return (
      <Section title="What changed">
        {isReadOnly ? (
          <CalmNote title="No change is on record." />
        ) : (
          <CalmNote title="Nothing yet.">Changes appear here as they happen.</CalmNote>
        )}
      </Section>
    )
  }
  return (
    <Section title="What changed" note="latest first">
      <div className={card.card}>
        <ol ref={list} className={styles.list}>
          {shown.map((transition) => (
            <Event key={transition.id} transition={transition} />
          ))}
        </ol>
        {own.length > SHOWN ? (
          <div className={card.foot}>
            <Button look="quiet" onPress={() => setIsWhole(!isWhole)} aria-expanded={isWhole}>
              {isWhole ? 'Show fewer' : `Show ${Math.min(own.length, MORE) - SHOWN} more`}
            </Button>
          </div>
        ) : null}
      </div>
    </Section>
  )
}

function Event({ transition }: { readonly transition: Transition }) {
  const { untilMs, profileId, provider } = transition
  const until = useTick((nowMs) => (untilMs === null ? null : clockText.at(untilMs, nowMs)))
  const { mark, subject, happened } = transitionSentence(transition, until)
  return (
    <li className={styles.event} data-flip={transition.id}>
      <span className={styles.time}>
        <ClockTime atMs={transition.atMs} />
      </span>
      <StateGlyph state={mark} size={10} isTinted />
      <p>
        <Subject profileId={profileId} provider={provider} text={subject} /> {happened}
      </p>
    </li>
  )
}

interface SubjectProps {
  readonly profileId: string | null
  readonly provider: string | null
  readonly text: string
}

/** What an event is about, leading to it where it can be seen. */
function Subject({ profileId, provider, text }: SubjectProps) {
  const name = <strong title={text}>{shortenMiddle(text, 44)}</strong>
  if (profileId === null && provider === null) return name
  const search = profileId === null ? { provider: provider ?? undefined } : { profile: profileId }
  return (
    <Link to="/accounts" search={search} className={styles.subject}>
      {name}
    </Link>
  )
}
