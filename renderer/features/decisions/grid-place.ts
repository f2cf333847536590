/** Where somebody was in a list: which row was on top, which was chosen, and how many rows there were. */
export interface GridPlace {
  readonly top: number
  readonly chosen: number | null
  readonly count: number
}

/** Lists that are come back to, such as from a run; the oldest are forgotten. */
const MOST_KEPT = 20
const places = new Map<string, GridPlace>()

export function keepPlace(list: string, place: GridPlace): void {
  places.delete(list)
  places.set(list, place)
  const [oldest] = places.keys()
  if (places.size > MOST_KEPT && oldest !== undefined) places.delete(oldest)
}

/** The same place in a list that may have grown at its top meanwhile; null: nobody was there. */
export function placeIn(list: string, count: number): Pick<GridPlace, 'top' | 'chosen'> | null {
  const place = places.get(list)
  if (place === undefined) return null
  // Who was at the top, with nothing chosen, follows what is new.
  if (place.top === 0 && place.chosen === null) return null
  const shift = Math.max(0, count - place.count)
  const inList = (row: number) => Math.min(Math.max(0, count - 1), row + shift)
  return { top: inList(place.top), chosen: place.chosen === null ? null : inList(place.chosen) }
}
