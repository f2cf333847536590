import { useMemo, useState } from 'react'
import type { DirectoryFacts } from '../../../../shared/engine/index.ts'
import { Button } from '../../../components/button.tsx'
import { ProfileId } from '../../../components/profile-id.tsx'
import { agentName } from '../../../lib/state/selected-agent.ts'
import { clockText, useTick } from '../../../lib/time/time.ts'
import { listOf } from '../../../lib/words/text.ts'
import { placementSentence } from '../placement-sentences.ts'
import type { Draft } from './draft.ts'
import { changedAgents, type OrderPreview, type PreviewRow } from './order-preview.ts'
import { changedAgentsSentence, outcomeSentence, previewChangeWords, previewWaitWords } from './order-words.ts'
import styles from './preview-panel.module.css'

const FIRST_SHOWN = 20

interface PreviewPanelProps {
  readonly facts: DirectoryFacts
  readonly agentId: string
  readonly provider: string
  readonly draft: Draft
  readonly preview: OrderPreview
  readonly nowMs: number
  /** It shows what a drop at the place that is aimed at would do. */
  readonly isHeld: boolean
}

/** The line as the engine would try it with the draft saved, each account with why, and what differs from now. */
export function PreviewPanel({ facts, agentId, provider, draft, preview, nowMs, isHeld }: PreviewPanelProps) {
  const [isWhole, setWhole] = useState(false)
  const { target, ids } = draft
  const others = useMemo(
    () => changedAgents(facts, agentId, { provider, target, ids }, nowMs),
    [facts, agentId, provider, target, ids, nowMs],
  )
  const names = others.map((other) => nameOf(facts, other.agentId))
  const rows = isWhole ? preview.rows : preview.rows.slice(0, FIRST_SHOWN)
  const hidden = preview.rows.length - rows.length
  const affected = changedAgentsSentence(names, facts.agents.length)
  return (
    <section className={styles.panel} aria-label="As it will be tried" data-order-preview data-held={isHeld}>
      <h3 className={styles.title}>As it will be tried{isHeld ? ', dropped here' : ''}</h3>
      <p className={styles.outcome} data-warns={ids !== null && (!preview.counts || preview.rows.length === 0)}>
        {outcomeSentence(target, ids, preview)}
      </p>
      {rows.length === 0 ? null : (
        <ol className={styles.line}>
          {rows.map((row, index) => (
            <Row key={row.profileId} row={row} reason={placementSentence(preview.order.entries, index)} />
          ))}
        </ol>
      )}
      {hidden > 0 ? (
        <Button look="quiet" onPress={() => setWhole(true)}>
          Show the other {hidden.toLocaleString('en')}
        </Button>
      ) : null}
      {preview.gone.length === 0 ? null : (
        <p className={styles.gone} data-order-gone>
          <span aria-hidden="true">– </span>No longer tried: <span translate="no">{listOf(preview.gone)}</span>
        </p>
      )}
      {preview.isSame ? <p className={styles.same}>The line stays as it is now.</p> : null}
      {affected === null ? null : <p className={styles.others}>{affected}</p>}
    </section>
  )
}

function Row({ row, reason }: { readonly row: PreviewRow; readonly reason: string }) {
  const { entry, change } = row
  const words = previewChangeWords(row)
  return (
    <li className={styles.row} data-change={change} data-preview-item={row.profileId}>
      <span className={styles.place}>{row.place}</span>
      <div className={styles.body}>
        <p className={styles.who}>
          <ProfileId id={row.profileId} />
          {words === null ? null : (
            <span className={styles.change}>
              <span aria-hidden="true">{GLYPHS[change]} </span>
              {words}
            </span>
          )}
        </p>
        <p className={styles.reason}>
          {reason}
          {entry.rule === 'window' ? <Wait row={row} /> : null}
        </p>
      </div>
    </li>
  )
}

const GLYPHS: Readonly<Record<PreviewRow['change'], string>> = { same: '', up: '↑', down: '↓', new: '+' }

function Wait({ row }: { readonly row: PreviewRow }) {
  return <>, {useTick((nowMs) => previewWaitWords(row, (atMs) => clockText.at(atMs, nowMs)))}</>
}

function nameOf(facts: DirectoryFacts, agentId: string): string {
  const agent = facts.agents.find(({ id }) => id === agentId)
  return agent === undefined ? agentId : agentName(agent)
}
