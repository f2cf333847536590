import type { LogCounts } from '../../shared/contract/history/index.ts'

export const NO_COUNTS: LogCounts = {
  lines: 0,
  records: 0,
  known: 0,
  unrelated: 0,
  torn: 0,
  welded: 0,
  giant: 0,
  malformed: 0,
  gaps: 0,
}

export function addCounts(one: LogCounts, other: LogCounts): LogCounts {
  return {
    lines: one.lines + other.lines,
    records: one.records + other.records,
    known: one.known + other.known,
    unrelated: one.unrelated + other.unrelated,
    torn: one.torn + other.torn,
    welded: one.welded + other.welded,
    giant: one.giant + other.giant,
    malformed: one.malformed + other.malformed,
    gaps: one.gaps + other.gaps,
  }
}
