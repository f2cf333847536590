/** The shapes of the history as they are checked on their way; outputs lose what is not named here. */
export {
  instantSchema,
  filterInputSchema,
  saveViewInputSchema,
  viewInputSchema,
  savedViewSchema,
  savedViewsSchema,
} from './filter.ts'
export {
  pageQuerySchema,
  exportRowsInputSchema,
  exportedRowsSchema,
  historyPageSchema,
  historyFacetsSchema,
} from './decisions.ts'
export { runInputSchema, runDetailSchema } from './runs.ts'
export { timelineQuerySchema, timelineDataSchema } from './timeline.ts'
export { chartsQuerySchema, chartsDataSchema } from './charts.ts'
export { findingsSchema } from './findings.ts'
export {
  importLogsInputSchema,
  followInputSchema,
  sourceInputSchema,
  anySourceInputSchema,
  historyStateSchema,
} from './sources.ts'
