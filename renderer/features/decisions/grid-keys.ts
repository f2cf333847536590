interface GridPlace {
  /** The chosen row; -1: none. */
  readonly row: number
  readonly count: number
  /** Whole rows that fit on the screen. */
  readonly perPage: number
  /** The first row that is seen. */
  readonly top: number
}

type Move = (place: GridPlace) => number

/** Without a chosen row, movement begins with the first one that is seen. */
const MOVES: Readonly<Record<string, Move>> = {
  ArrowDown: ({ row, top }) => (row < 0 ? top : row + 1),
  ArrowUp: ({ row, top }) => (row < 0 ? top : row - 1),
  PageDown: ({ row, perPage, top }) => (row < 0 ? top : row) + perPage,
  PageUp: ({ row, perPage, top }) => (row < 0 ? top : row) - perPage,
  Home: () => 0,
  End: ({ count }) => count - 1,
}

/** Where a key moves the chosen row; null: it is no key of the list. */
export function moveOf(key: {
  readonly key: string
  readonly altKey: boolean
  readonly shiftKey: boolean
}): Move | null {
  if (key.altKey || key.shiftKey || !Object.hasOwn(MOVES, key.key)) return null
  const move = MOVES[key.key]
  return move === undefined ? null : (place) => Math.min(Math.max(0, move(place)), place.count - 1)
}
