import { useRef, type CSSProperties } from 'react'
import type { HistoryFilter } from '../../../shared/contract/history/index.ts'
import type { Picked } from './hit-test.ts'
import type { WriteTime } from './mark-words.ts'
import { PickedCard, PickedDetails } from './picked-details.tsx'
import type { Stage } from './stage.ts'
import type { TimeSpan } from './time-scale.ts'
import styles from './timeline-board.module.css'
import type { MarkedRange } from './use-gestures.ts'

interface FrameOverlaysProps {
  readonly stage: Stage | null
  /** Where things are follows from it. */
  readonly shown: TimeSpan
  /** What a few words are shown about, without asking for more. */
  readonly hinted: Picked | null
  readonly hintedLane: string | null
  readonly chosen: { readonly picked: Picked; readonly isOpen: boolean } | null
  readonly chosenLane: string | null
  readonly filter: HistoryFilter
  readonly marked: MarkedRange | null
  readonly onClose: () => void
  readonly write: WriteTime
}

const CARD_PX = 280
const BESIDE_PX = 16

/** What lies over the picture: words about a mark, and the span that is being marked. */
export function FrameOverlays(props: FrameOverlaysProps) {
  const { stage, hinted, hintedLane, chosen, chosenLane, filter, marked, onClose, write } = props
  const anchor = useRef<HTMLSpanElement>(null)
  const chosenAt = stage === null || chosen === null ? null : stage.placeOf(chosen.picked)
  return (
    <>
      {stage === null || hinted === null ? null : (
        <div className={styles.card} style={besides(stage, hinted)} aria-hidden="true">
          <PickedCard picked={hinted} laneLabel={hintedLane} write={write} />
        </div>
      )}
      {marked === null ? null : (
        <div className={styles.selection} style={{ left: marked.leftPx, width: marked.widthPx }} />
      )}
      <span
        ref={anchor}
        className={styles.anchor}
        style={chosenAt === null ? undefined : { left: chosenAt.x, top: chosenAt.y }}
      />
      {chosen === null ? null : (
        <PickedDetails
          picked={chosen.picked}
          laneLabel={chosenLane}
          write={write}
          anchor={anchor}
          isOpen={chosen.isOpen}
          onClose={onClose}
          filter={filter}
        />
      )}
    </>
  )
}

/** Beside what it is about, on the side where there is more room. */
function besides(stage: Stage, picked: Picked): CSSProperties {
  const { x, y } = stage.placeOf(picked)
  const isLeft = x > stage.widthPx - CARD_PX - BESIDE_PX && x > stage.widthPx / 2
  const horizontal = isLeft ? { right: stage.widthPx - x + BESIDE_PX } : { left: x + BESIDE_PX }
  return y > stage.heightPx / 2
    ? { ...horizontal, bottom: stage.heightPx - y - 12 }
    : { ...horizontal, top: Math.max(4, y - 12) }
}
