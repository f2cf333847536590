import { isSameSpan, within, type TimeSpan } from './time-scale.ts'

/** After this long without a movement a span counts as where somebody wanted to be. */
const REST_MS = 160

/**
 * The span on the screen. It moves with every frame, past React: only where it comes to rest does the rest of the page hear
 * of it.
 */
export interface ViewStore {
  span(): TimeSpan
  /** Where it came to rest last. */
  settled(): TimeSpan
  /** A person moves it as far as there is something to see; the clock only while nobody else does. */
  move(span: TimeSpan, by: 'person' | 'clock' | 'page'): void
  /** A person moves it, or did a moment ago. */
  isHeld(): boolean
  /** Everything there is to see; asked anew each time, because now is a part of it and moves. */
  whole(): TimeSpan
  setWhole(whole: () => TimeSpan): void
  onMove(listener: () => void): () => void
  subscribeSettled(listener: () => void): () => void
  /** Called where a person has brought it. */
  onRest(listener: (span: TimeSpan) => void): () => void
  dispose(): void
}

export function createViewStore(first: TimeSpan, everything: () => TimeSpan): ViewStore {
  let span = first
  let settled = first
  let whole = everything
  let isByPerson = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const moves = new Set<() => void>()
  const settles = new Set<() => void>()
  const rests = new Set<(span: TimeSpan) => void>()

  function rest() {
    timer = undefined
    const wasByPerson = isByPerson
    isByPerson = false
    if (!isSameSpan(settled, span)) {
      settled = span
      for (const listener of settles) listener()
    }
    if (wasByPerson) for (const listener of rests) listener(span)
  }

  return {
    span: () => span,
    settled: () => settled,
    whole: () => whole(),
    isHeld: () => isByPerson,
    setWhole(next) {
      whole = next
    },
    move(next, by) {
      // Whoever holds it has it.
      if (by === 'clock' && isByPerson) return
      const allowed = by === 'person' ? within(next, whole()) : next
      if (isSameSpan(allowed, span)) return
      span = allowed
      if (by === 'person') isByPerson = true
      for (const listener of moves) listener()
      clearTimeout(timer)
      // The clock never rests: what it moves is settled at once.
      if (by === 'person') timer = setTimeout(rest, REST_MS)
      else rest()
    },
    onMove: (listener) => added(moves, listener),
    subscribeSettled: (listener) => added(settles, listener),
    onRest: (listener) => added(rests, listener),
    dispose: () => clearTimeout(timer),
  }
}

function added<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
