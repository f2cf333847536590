import { z } from 'zod'
import type {
  TimelineData,
  TimelineFlag,
  TimelineLane,
  TimelineMark,
  TimelineQuery,
  TimelineSpan,
} from '../../history/index.ts'
import { oneOf, schemaOf, type Shape } from '../exact.ts'
import { filterSchema, instantSchema } from './filter.ts'
import { windowKindSchema } from './runs.ts'

/** Wider than any screen. */
const MAX_COLUMNS = 8192

export const timelineQuerySchema = schemaOf<TimelineQuery>(
  z.strictObject({
    fromMs: instantSchema,
    toMs: instantSchema,
    lanes: oneOf<TimelineQuery['lanes']>({ profiles: true, models: true }),
    columns: z.number().int().min(1).max(MAX_COLUMNS),
    filter: filterSchema,
  } satisfies Shape<TimelineQuery>),
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
