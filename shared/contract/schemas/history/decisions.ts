import { z } from 'zod'
import type {
  DecisionRow,
  ExportRowsInput,
  ExportedRows,
  Facet,
  HistoryFacets,
  HistoryPage,
  PageQuery,
} from '../../history/index.ts'
import { oneOf, schemaOf, type Shape } from '../exact.ts'
import { pathSchema } from '../inputs.ts'
import { decisionSchema, filterSchema } from './filter.ts'

const MAX_PAGE_ROWS = 500

export const pageQuerySchema = schemaOf<PageQuery>(
  z.strictObject({
    filter: filterSchema,
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(MAX_PAGE_ROWS),
  } satisfies Shape<PageQuery>),
)

export const exportRowsInputSchema = schemaOf<ExportRowsInput>(
  z.strictObject({
    filter: filterSchema,
    format: oneOf<ExportRowsInput['format']>({ csv: true, json: true }),
    path: pathSchema,
  } satisfies Shape<ExportRowsInput>),
)

export const exportedRowsSchema = schemaOf<ExportedRows>(
  z.object({ path: z.string(), rows: z.number() } satisfies Shape<ExportedRows>),
)

const rowSchema = z.object({
  id: z.number(),
  atMs: z.number(),
  agentId: z.string().nullable(),
  sessionId: z.string().nullable(),
  runKey: z.string(),
  decision: decisionSchema,
  provider: z.string(),
  model: z.string(),
  requestedProvider: z.string(),
  requestedModel: z.string(),
  profileId: z.string().nullable(),
  attempt: z.number(),
  total: z.number(),
  reason: z.string().nullable(),
  status: z.number().nullable(),
  code: z.string().nullable(),
  errorPreview: z.string().nullable(),
  nextProvider: z.string().nullable(),
  nextModel: z.string().nullable(),
  suppressed: z.number(),
} satisfies Shape<DecisionRow>)

export const historyPageSchema = schemaOf<HistoryPage>(
  z.object({
    rows: z.array(rowSchema),
    count: z.number(),
    firstMs: z.number().nullable(),
    lastMs: z.number().nullable(),
  } satisfies Shape<HistoryPage>),
)

const facetsSchema = z.array(z.object({ value: z.string(), count: z.number() } satisfies Shape<Facet>))

export const historyFacetsSchema = schemaOf<HistoryFacets>(
  z.object({
    agents: facetsSchema,
    sessions: facetsSchema,
    providers: facetsSchema,
    models: facetsSchema,
    profiles: facetsSchema,
    decisions: facetsSchema,
    reasons: facetsSchema,
    statuses: facetsSchema,
  } satisfies Shape<HistoryFacets>),
)
