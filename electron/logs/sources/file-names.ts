/** A log, also one that was rotated: `x.log`, `x.jsonl`, `x.log.1`, `x.1.log`, `x.log.2026-02-03`; packed or not. */
const LOG = /\.(?:log|jsonl|ndjson)(?:[.-][\d-]{1,10})?$/i
const PACKED = /\.(?:gz|zip|tar|tgz)$/i
const ROTATION_BEHIND = /\.(\d{1,4})$/
const ROTATION_BEFORE = /\.(\d{1,4})(\.(?:log|jsonl|ndjson))$/i
const DAY = /\d{4}-\d\d-\d\d/

/** Whether a file of a folder is one to read; a whole archive counts as well. */
export function isLogName(name: string): boolean {
  return isLogInArchive(name) || PACKED.test(name)
}

/** Whether a file of an archive is one to read. */
export function isLogInArchive(name: string): boolean {
  return LOG.test(name.replace(/\.gz$/i, ''))
}

export interface NamedFile {
  readonly name: string
  readonly modifiedMs: number
}

interface Place<T> {
  readonly file: T
  readonly day: string
  readonly base: string
  /** 0: the log itself; the higher, the older. */
  readonly rotation: number
}

/** The order in which logs were written: by day, a log's older parts before it. */
export function inOrder<T extends NamedFile>(files: readonly T[]): readonly T[] {
  const places = files.map(placeOf)
  const begun = new Map<string, number>()
  for (const { base, file } of places) begun.set(base, Math.min(begun.get(base) ?? Infinity, file.modifiedMs))
  // All parts of a log without a day in its name have the day of the oldest one.
  const dayOf = ({ day, base }: Place<T>): string =>
    day === '' ? new Date(begun.get(base) ?? 0).toISOString().slice(0, 10) : day
  const compare = (one: Place<T>, other: Place<T>): number =>
    dayOf(one).localeCompare(dayOf(other)) ||
    (begun.get(one.base) ?? 0) - (begun.get(other.base) ?? 0) ||
    one.base.localeCompare(other.base) ||
    other.rotation - one.rotation ||
    one.file.modifiedMs - other.file.modifiedMs
  return places.sort(compare).map(({ file }) => file)
}

function placeOf<T extends NamedFile>(file: T): Place<T> {
  const name = file.name.replace(PACKED, '')
  const behind = ROTATION_BEHIND.exec(name)
  const before = ROTATION_BEFORE.exec(name)
  return {
    file,
    day: DAY.exec(name)?.[0] ?? '',
    base: behind ? name.slice(0, behind.index) : before ? `${name.slice(0, before.index)}${before[2] ?? ''}` : name,
    rotation: Number(behind?.[1] ?? before?.[1] ?? 0),
  }
}
