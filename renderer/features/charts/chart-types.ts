import type { RunOutcome } from '../../../shared/contract/history/index.ts'

export type { ChartsData, HistoryFilter, RunOutcome } from '../../../shared/contract/history/index.ts'

/** In the order in which they are stacked: what went well at the bottom. */
export const RUN_OUTCOMES = [
  'answered',
  'fell_back',
  'exhausted',
  'stopped',
  'unknown',
] as const satisfies readonly RunOutcome[]
