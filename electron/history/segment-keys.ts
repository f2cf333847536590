/** Keys of runs that share an id or have none: each has the time of its beginning behind what they share. */

const SEGMENT = /@\d{13,}(?:-\d+)?$/

/** @param sameStart how many runs of the stream begin at the same time and come before it */
export function segmentKey(stream: string, startMs: number, sameStart: number): string {
  const key = `${stream}@${String(startMs).padStart(13, '0')}`
  return sameStart === 0 ? key : `${key}-${sameStart}`
}

/** What a run shares with others. */
export function streamOf(key: string): string {
  return key.replace(SEGMENT, '')
}

export function isSegmentOf(stream: string, key: string): boolean {
  return key === stream || (key.startsWith(`${stream}@`) && streamOf(key) === stream)
}
