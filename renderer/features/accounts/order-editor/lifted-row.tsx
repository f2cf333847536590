import { useLayoutEffect, useRef, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { ProfileId } from '../../../components/profile-id.tsx'
import type { Point } from './drag-geometry.ts'
import styles from './lifted-row.module.css'

interface LiftedRowProps {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly id: string
  /** Where the finger is when it is drawn first; from then on `moveLifted` moves it. */
  readonly at: Point
  /** What letting go would do; null: nothing. */
  readonly text: string | null
}

/** Between it and the middle of the finger, which would hide it and the place that is aimed at. */
const ABOVE = 28
const MARGIN = 8
const BESIDE = 44
const LINE = 8

/** An account that is held by a finger. It also says what a drop would do, as the preview may be out of sight. */
export function LiftedRow({ ref, id, at, text }: LiftedRowProps) {
  const first = useRef(at)
  useLayoutEffect(() => moveLifted(ref.current, first.current), [ref])
  return createPortal(
    <div ref={ref} className={styles.lifted} aria-hidden="true" data-lifted={id}>
      <div className={styles.card}>
        <p className={styles.who}>
          <ProfileId id={id} />
        </p>
        <p className={styles.outcome} data-aims={text !== null}>
          {text ?? 'Let go to put it back'}
        </p>
      </div>
    </div>,
    document.body,
  )
}

/**
 * Brings it to where the finger is: above it, or beside it where there is no room above.
 *
 * @param lineY where the place between two rows that is aimed at is marked, which it does not cover; null: none is
 */
export function moveLifted(lifted: HTMLElement | null, { x, y }: Point, lineY: number | null = null): void {
  if (lifted === null) return
  const { offsetWidth: width, offsetHeight: height } = lifted
  const usual = y - ABOVE
  const wouldCover = lineY !== null && lineY < usual + LINE && lineY > usual - height - LINE
  const bottom = wouldCover ? lineY - LINE : usual
  const hasRoom = bottom - height >= MARGIN
  const left = Math.max(MARGIN, Math.min(hasRoom ? x - MARGIN : x + BESIDE, window.innerWidth - width - MARGIN))
  const top = Math.max(MARGIN, hasRoom ? bottom - height : y - height / 2)
  lifted.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}
