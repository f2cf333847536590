import { useEffect, useRef } from 'react'
import { keepPlace, placeIn } from './grid-place.ts'
import type { ScaledScroll } from './use-scaled-scroll.ts'

interface KeptPlace {
  readonly list: string
  /** null: not known yet */
  readonly count: number | null
  readonly active: number | null
  readonly scroll: ScaledScroll
  readonly onChosen: (row: number | null) => void
}

/** Who comes back to a list, as from a run, finds it as it was left. */
export function useKeptPlace({ list, count, active, scroll, onChosen }: KeptPlace): void {
  const { top, toRow } = scroll
  const isBack = useRef(false)
  const left = useRef({ count, active })
  useEffect(() => {
    left.current = { count, active }
  }, [count, active])
  useEffect(() => {
    if (count === null || isBack.current) return
    isBack.current = true
    const place = placeIn(list, count)
    if (place === null) return
    toRow(place.top)
    onChosen(place.chosen)
  }, [list, count, toRow, onChosen])
  useEffect(
    () => () => {
      const { count: lastCount, active: chosen } = left.current
      if (lastCount !== null) keepPlace(list, { top: top.now(), chosen, count: lastCount })
    },
    [list, top],
  )
}
