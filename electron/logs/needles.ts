/**
 * Of these one occurs in every record that matters, and in few others: everything else is passed over without looking at it
 * (LG-03).
 */
const NEEDLES = [
  // decisions of every kind, also as a field of a text
  'decision',
  // states of profiles: `auth_profile_failure_state_updated`, or with blanks
  'failure',
  // ends of runs
  'isError',
  // stopped chains
  'stopped',
  'lane task error',
  'file size cap',
  'fallback_model',
].map((text) => Buffer.from(text))

/** Looks for the next needle in a piece of a log, in the order of their places. */
export interface NeedleSearch {
  /** The place of the next needle at or after `from`; -1: there is none. Every call has to ask for a later place. */
  next(from: number): number
}

const NEVER = Number.POSITIVE_INFINITY

export function searchNeedles(bytes: Buffer): NeedleSearch {
  const places = NEEDLES.map(() => -1)
  return {
    next(from) {
      let nearest = NEVER
      for (let index = 0; index < places.length; index++) {
        let place = places[index] ?? NEVER
        if (place < from) {
          const found = bytes.indexOf(NEEDLES[index] as Buffer, from)
          place = found < 0 ? NEVER : found
          places[index] = place
        }
        if (place < nearest) nearest = place
      }
      return nearest === NEVER ? -1 : nearest
    },
  }
}

/** Whether a needle is anywhere in a line. */
export function hasNeedle(bytes: Buffer): boolean {
  return NEEDLES.some((needle) => bytes.includes(needle))
}
