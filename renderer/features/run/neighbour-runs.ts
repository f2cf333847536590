import type { HistoryFilter, HistoryPage, RunDetail } from '../../../shared/contract/history/index.ts'

export interface NeighbourRuns {
  /** null: there is none */
  readonly before: string | null
  readonly after: string | null
}

type AskPage = (input: { filter: HistoryFilter; offset: number; limit: number }) => Promise<HistoryPage>

/** The runs of the same session before and after one, by when they began or ended; none without a session. */
export async function findNeighbours(
  { sessionId, startedMs, endedMs, runKey }: Pick<RunDetail, 'sessionId' | 'startedMs' | 'endedMs' | 'runKey'>,
  ask: AskPage,
): Promise<NeighbourRuns> {
  if (sessionId === null) return { before: null, after: null }
  const sessions = [sessionId]
  const later = { sessions, fromMs: endedMs + 1 }
  const [earlierPage, laterPage] = await Promise.all([
    ask({ filter: { sessions, toMs: startedMs }, offset: 0, limit: 1 }),
    ask({ filter: later, offset: 0, limit: 1 }),
  ])
  // Newest first: the next run begins with the last row.
  const nextPage = laterPage.count > 1 ? await ask({ filter: later, offset: laterPage.count - 1, limit: 1 }) : laterPage
  return { before: otherRun(earlierPage, runKey), after: otherRun(nextPage, runKey) }
}

function otherRun({ rows: [row] }: HistoryPage, runKey: string): string | null {
  return row === undefined || row.runKey === runKey ? null : row.runKey
}
