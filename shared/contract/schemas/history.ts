import { z } from 'zod'
import {
  DECISIONS,
  FINDING_CODES,
  type BundleProgress,
  type CandidateLock,
  type ChartsData,
  type ChartsQuery,
  type DecisionRow,
  type Evidence,
  type ExportedRows,
  type ExportRowsInput,
  type Facet,
  type Finding,
  type FollowInput,
  type HistoryFacets,
  type HistoryFilter,
  type HistoryPage,
  type HistoryState,
  type ImportProgress,
  type LogCounts,
  type LogSource,
  type PageQuery,
  type RunAttempt,
  type RunCandidate,
  type RunDetail,
  type RunOutcome,
  type RangePreset,
  type SavedView,
  type SaveViewInput,
  type TimelineData,
  type TimelineFlag,
  type TimelineLane,
  type TimelineMark,
  type TimelineQuery,
  type TimelineSpan,
  type WindowEvent,
} from '../history.ts'
import { oneOf, schemaOf, type Shape } from './exact.ts'
import { nameSchema, pathSchema } from './inputs.ts'

/** The last instant that a date can name. */
const LAST_INSTANT_MS = 8_640_000_000_000_000
/** More values of one field than a person can choose. */
const MAX_VALUES = 1000
const MAX_PAGE_ROWS = 500
/** Wider than any screen. */
const MAX_COLUMNS = 8192
const MAX_IMPORTED_PATHS = 1000

export const instantSchema = z.number().min(0).max(LAST_INSTANT_MS)
const valuesSchema = z.array(z.string().max(512)).max(MAX_VALUES)

const decisionSchema = z.enum(DECISIONS)

const filterShape = {
  fromMs: instantSchema.exactOptional(),
  toMs: instantSchema.exactOptional(),
  agents: valuesSchema.exactOptional(),
  sessions: valuesSchema.exactOptional(),
  runs: valuesSchema.exactOptional(),
  providers: valuesSchema.exactOptional(),
  models: valuesSchema.exactOptional(),
  profiles: valuesSchema.exactOptional(),
  decisions: z.array(decisionSchema).max(MAX_VALUES).exactOptional(),
  reasons: valuesSchema.exactOptional(),
  statuses: z.array(z.number().int()).max(MAX_VALUES).exactOptional(),
  text: z.string().max(512).exactOptional(),
} satisfies Shape<HistoryFilter>

const filterSchema = schemaOf<HistoryFilter>(z.strictObject(filterShape))

export const filterInputSchema = z.strictObject({ filter: filterSchema })

export const pageQuerySchema = schemaOf<PageQuery>(
  z.strictObject({
    filter: filterSchema,
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(MAX_PAGE_ROWS),
  } satisfies Shape<PageQuery>),
)

export const runInputSchema = z.strictObject({ runKey: nameSchema })

export const timelineQuerySchema = schemaOf<TimelineQuery>(
  z.strictObject({
    fromMs: instantSchema,
    toMs: instantSchema,
    lanes: oneOf<TimelineQuery['lanes']>({ profiles: true, models: true }),
    columns: z.number().int().min(1).max(MAX_COLUMNS),
    filter: filterSchema,
  } satisfies Shape<TimelineQuery>),
)

export const chartsQuerySchema = schemaOf<ChartsQuery>(
  z.strictObject({ fromMs: instantSchema, toMs: instantSchema, filter: filterSchema } satisfies Shape<ChartsQuery>),
)

export const importLogsInputSchema = z.strictObject({ paths: z.array(pathSchema).min(1).max(MAX_IMPORTED_PATHS) })

export const followInputSchema = schemaOf<FollowInput>(
  z.strictObject({ path: pathSchema.nullable(), withPast: z.boolean() } satisfies Shape<FollowInput>),
)

export const sourceInputSchema = z.strictObject({ sourceId: z.number().int() })
export const anySourceInputSchema = z.strictObject({ sourceId: z.number().int().nullable() })

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

const presetSchema = oneOf<RangePreset>({ '1h': true, '24h': true, '7d': true, '30d': true }).nullable()

export const saveViewInputSchema = schemaOf<SaveViewInput>(
  z.strictObject({ name: nameSchema, filter: filterSchema, preset: presetSchema } satisfies Shape<SaveViewInput>),
)

export const viewInputSchema = z.strictObject({ id: z.number().int() })

const viewSchema = z.object({
  id: z.number(),
  name: z.string(),
  filter: filterSchema,
  preset: presetSchema,
} satisfies Shape<SavedView>)
export const savedViewSchema = schemaOf<SavedView>(viewSchema)
export const savedViewsSchema = schemaOf<readonly SavedView[]>(z.array(viewSchema))

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

const windowKindSchema = oneOf<WindowEvent['kind']>({ cooldown: true, disabled: true, blocked: true })

const windowEventSchema = z.object({
  atMs: z.number(),
  profileId: z.string(),
  provider: z.string(),
  kind: windowKindSchema,
  reason: z.string().nullable(),
  untilMs: z.number().nullable(),
  isKept: z.boolean(),
  failures: z.number().nullable(),
} satisfies Shape<WindowEvent>)

const attemptSchema = z.object({
  atMs: z.number(),
  profileId: z.string().nullable(),
  stage: z.string().nullable(),
  decision: z.string(),
  reason: z.string().nullable(),
  profileReason: z.string().nullable(),
  status: z.number().nullable(),
  errorPreview: z.string().nullable(),
  ruleId: z.string().nullable(),
  timedOut: z.boolean(),
  windows: z.array(windowEventSchema),
} satisfies Shape<RunAttempt>)

const candidateLockSchema = z.object({
  profileId: z.string(),
  kind: windowEventSchema.shape.kind,
  reason: z.string().nullable(),
  untilMs: z.number(),
} satisfies Shape<CandidateLock>)

const candidateSchema = z.object({
  provider: z.string(),
  model: z.string(),
  attempt: z.number(),
  total: z.number(),
  decision: decisionSchema,
  atMs: z.number(),
  reason: z.string().nullable(),
  status: z.number().nullable(),
  code: z.string().nullable(),
  errorPreview: z.string().nullable(),
  suppressed: z.number(),
  profileCount: z.number().nullable(),
  isProbe: z.boolean(),
  locks: z.array(candidateLockSchema),
  attempts: z.array(attemptSchema),
} satisfies Shape<RunCandidate>)

const outcomeSchema = oneOf<RunOutcome>({
  answered: true,
  fell_back: true,
  exhausted: true,
  stopped: true,
  unknown: true,
})

export const runDetailSchema = schemaOf<RunDetail>(
  z.object({
    runKey: z.string(),
    agentId: z.string().nullable(),
    sessionId: z.string().nullable(),
    lane: z.string().nullable(),
    parent: z.string().nullable(),
    startedMs: z.number(),
    endedMs: z.number(),
    requestedProvider: z.string(),
    requestedModel: z.string(),
    outcome: outcomeSchema,
    answeredProvider: z.string().nullable(),
    answeredModel: z.string().nullable(),
    isInferred: z.boolean(),
    candidates: z.array(candidateSchema),
    stopReason: z.string().nullable(),
    evidence: z.array(z.object({ source: z.string(), line: z.number().nullable() } satisfies Shape<Evidence>)),
  } satisfies Shape<RunDetail>),
)

const spanSchema = z.object({
  kind: windowKindSchema,
  fromMs: z.number(),
  toMs: z.number(),
  reason: z.string().nullable(),
  count: z.number(),
} satisfies Shape<TimelineSpan>)

const markSchema = z.object({
  kind: oneOf<TimelineMark['kind']>({ answered: true, failed: true, skipped: true, probed: true }),
  atMs: z.number(),
  count: z.number(),
  runKey: z.string().nullable(),
  reason: z.string().nullable(),
} satisfies Shape<TimelineMark>)

const flagSchema = z.object({
  kind: oneOf<TimelineFlag['kind']>({
    fell_back: true,
    came_back: true,
    order_edited: true,
    cleared: true,
    log_gap: true,
  }),
  atMs: z.number(),
  count: z.number(),
  runKey: z.string().nullable(),
  label: z.string().nullable(),
} satisfies Shape<TimelineFlag>)

const laneSchema = z.object({
  id: z.string(),
  provider: z.string(),
  label: z.string(),
  spans: z.array(spanSchema),
  marks: z.array(markSchema),
} satisfies Shape<TimelineLane>)

export const timelineDataSchema = schemaOf<TimelineData>(
  z.object({
    fromMs: z.number(),
    toMs: z.number(),
    lanes: z.array(laneSchema),
    flags: z.array(flagSchema),
    density: z.array(z.number()),
  } satisfies Shape<TimelineData>),
)

type Element<K extends keyof ChartsData> = ChartsData[K] extends readonly (infer E)[] ? E : never

export const chartsDataSchema = schemaOf<ChartsData>(
  z.object({
    bucketMs: z.number(),
    outcomes: z.array(
      z.object({
        atMs: z.number(),
        counts: z.object({
          answered: z.number(),
          fell_back: z.number(),
          exhausted: z.number(),
          stopped: z.number(),
          unknown: z.number(),
        } satisfies Shape<Record<RunOutcome, number>>),
      } satisfies Shape<Element<'outcomes'>>),
    ),
    reasons: z.array(
      z.object({ provider: z.string(), reason: z.string(), count: z.number() } satisfies Shape<Element<'reasons'>>),
    ),
    locked: z.array(
      z.object({
        profileId: z.string(),
        cooldownMs: z.number(),
        disabledMs: z.number(),
        blockedMs: z.number(),
      } satisfies Shape<Element<'locked'>>),
    ),
    onFallback: z.array(
      z.object({ name: z.string(), fallbackMs: z.number(), totalMs: z.number() } satisfies Shape<
        Element<'onFallback'>
      >),
    ),
    recoveries: z.array(
      z.object({
        model: z.string(),
        medianMs: z.number(),
        p90Ms: z.number(),
        count: z.number(),
      } satisfies Shape<Element<'recoveries'>>),
    ),
  } satisfies Shape<ChartsData>),
)

export const findingsSchema = schemaOf<readonly Finding[]>(
  z.array(
    z.object({
      id: z.string(),
      code: z.enum(FINDING_CODES),
      severity: oneOf<Finding['severity']>({ error: true, warning: true, info: true }),
      fromMs: z.number(),
      toMs: z.number(),
      provider: z.string().nullable(),
      profileIds: z.array(z.string()),
      models: z.array(z.string()),
      sessions: z.array(z.string()),
      figures: z.record(z.string(), z.number()),
      filter: filterSchema,
      runKeys: z.array(z.string()),
    } satisfies Shape<Finding>),
  ),
)

const countsSchema = z.object({
  lines: z.number(),
  records: z.number(),
  known: z.number(),
  unrelated: z.number(),
  torn: z.number(),
  welded: z.number(),
  giant: z.number(),
  malformed: z.number(),
  gaps: z.number(),
} satisfies Shape<LogCounts>)

const sourceSchema = z.object({
  id: z.number(),
  kind: oneOf<LogSource['kind']>({ file: true, archive: true, stdin: true, live: true, engine: true, bundle: true }),
  name: z.string(),
  bytes: z.number(),
  counts: countsSchema,
  firstMs: z.number().nullable(),
  lastMs: z.number().nullable(),
  isFollowed: z.boolean(),
} satisfies Shape<LogSource>)

const progressSchema = z.object({
  isDone: z.boolean(),
  source: z.string(),
  bytesRead: z.number(),
  bytesTotal: z.number().nullable(),
  counts: countsSchema,
  problems: z.array(z.string()),
} satisfies Shape<ImportProgress>)

export const historyStateSchema = schemaOf<HistoryState>(
  z.object({
    count: z.number(),
    firstMs: z.number().nullable(),
    lastMs: z.number().nullable(),
    newestId: z.number(),
    sources: z.array(sourceSchema),
    importing: progressSchema.nullable(),
    bundling: z.object({ records: z.number(), totalRecords: z.number() } satisfies Shape<BundleProgress>).nullable(),
  } satisfies Shape<HistoryState>),
)
