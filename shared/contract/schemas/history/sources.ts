import { z } from 'zod'
import type {
  BundleProgress,
  FollowInput,
  HistoryState,
  ImportProgress,
  LogCounts,
  LogSource,
} from '../../history/index.ts'
import { oneOf, schemaOf, type Shape } from '../exact.ts'
import { pathSchema } from '../inputs.ts'

const MAX_IMPORTED_PATHS = 1000

export const importLogsInputSchema = z.strictObject({ paths: z.array(pathSchema).min(1).max(MAX_IMPORTED_PATHS) })

export const followInputSchema = schemaOf<FollowInput>(
  z.strictObject({ path: pathSchema.nullable(), withPast: z.boolean() } satisfies Shape<FollowInput>),
)

export const sourceInputSchema = z.strictObject({ sourceId: z.number().int() })

export const anySourceInputSchema = z.strictObject({ sourceId: z.number().int().nullable() })

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
