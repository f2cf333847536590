import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import type { RefObject } from 'react'
import type { HistoryFilter } from '../../../shared/contract/history/index.ts'
import { DecisionsLink, RunLink } from '../../components/history-links.tsx'
import { ProfileId } from '../../components/profile-id.tsx'
import { GlyphIcon, SpanIcon } from './glyph-icon.tsx'
import type { Picked } from './hit-test.ts'
import { pickedWords, type WriteTime } from './mark-words.ts'
import styles from './picked-details.module.css'

interface PickedCardProps {
  readonly picked: Picked
  /** null: the row of flags. */
  readonly laneLabel: string | null
  readonly write: WriteTime
}

/** What a mark says, beside the pointer. */
export function PickedCard({ picked, laneLabel, write }: PickedCardProps) {
  const { title, when, detail } = pickedWords(picked, write)
  return (
    <>
      <p className={styles.title}>
        {picked.what === 'span' ? <SpanIcon kind={picked.span.kind} /> : <GlyphIcon kind={picked.cluster.kind} />}
        {title}
      </p>
      <p className={styles.when}>{when}</p>
      {detail === null ? null : <p className={styles.detail}>{detail}</p>}
      {laneLabel === null ? null : (
        <p className={styles.lane}>
          <ProfileId id={laneLabel} />
        </p>
      )}
    </>
  )
}

interface PickedDetailsProps extends PickedCardProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Leads to the records. */
  readonly filter: HistoryFilter
}

/** The same, with where it leads. */
export function PickedDetails({ anchor, isOpen, onClose, filter, ...card }: PickedDetailsProps) {
  const { picked } = card
  const runKey = picked.what === 'span' ? null : picked.cluster.runKey
  return (
    <Popover
      className={styles.popover ?? ''}
      triggerRef={anchor}
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      placement="top"
      offset={14}
    >
      <Dialog className={styles.dialog ?? ''} aria-label="What is drawn here">
        <PickedCard {...card} />
        <p className={styles.links}>
          {runKey === null ? null : <RunLink runKey={runKey}>Open the run</RunLink>}
          <DecisionsLink filter={filter}>{linkWords(picked)}</DecisionsLink>
        </p>
      </Dialog>
    </Popover>
  )
}

function linkWords(picked: Picked): string {
  if (picked.what === 'span') return 'Decisions of this span'
  return picked.cluster.count === 1 ? 'In the list of decisions' : 'These decisions'
}
