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

/** Looks for needles in whole lines, from the first one to the last. */
export interface NeedleSearch {
  /**
   * Whether the line from `from` to `end` has one; if not, where the nearest line with one may be: a place in it, or the
   * length of the whole.
   */
  nextIn(from: number, end: number): number
}

export function searchNeedles(bytes: Buffer): NeedleSearch {
  const places = NEEDLES.map(() => -1)
  return {
    nextIn(from, end) {
      let nearest = bytes.length
      for (let index = 0; index < places.length; index++) {
        let place = places[index] ?? 0
        if (place < from) {
          const found = bytes.indexOf(NEEDLES[index] as Buffer, from)
          place = found < 0 ? bytes.length : found
          places[index] = place
        }
        // Most records have one of the first; so where records are many, the others are not searched for at all.
        if (place < end) return place
        if (place < nearest) nearest = place
      }
      return nearest
    },
  }
}

/** Whether a needle is anywhere in a line. */
export function hasNeedle(bytes: Buffer): boolean {
  return NEEDLES.some((needle) => bytes.includes(needle))
}
