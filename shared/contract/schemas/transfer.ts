import { z } from 'zod'
import {
  IMPORT_NOTES,
  IMPORT_SOURCE_KINDS,
  IMPORT_SOURCE_PROBLEMS,
  IMPORT_WHYS,
  NOT_SCANNED_WHYS,
  PLAINTEXT_ADVICE,
  PLAINTEXT_PLACES,
  ROUTING_WHYS,
  type ExportResult,
  type ImportPreview,
  type ImportProfile,
  type ImportResult,
  type ImportRouting,
  type ImportSource,
  type PlaintextFinding,
  type PlaintextReport,
} from '../transfer.ts'
import { oneOf, schemaOf, type Shape } from './exact.ts'

const sourceSchema = z.object({
  kind: z.enum(IMPORT_SOURCE_KINDS),
  file: z.string(),
  problem: z.enum(IMPORT_SOURCE_PROBLEMS).nullable(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  backup: z.string().nullable(),
  isLeftover: z.boolean(),
} satisfies Shape<ImportSource>)

const profileSchema = z.object({
  profileId: z.string(),
  sourceId: z.string().nullable(),
  provider: z.string().nullable(),
  type: oneOf<NonNullable<ImportProfile['type']>>({ api_key: true, token: true, oauth: true }).nullable(),
  file: z.string(),
  action: oneOf<ImportProfile['action']>({ create: true, keep: true, replace: true, skip: true }),
  why: z.enum(IMPORT_WHYS),
  notes: z.array(z.enum(IMPORT_NOTES)),
  otherProfileId: z.string().nullable(),
} satisfies Shape<ImportProfile>)

const routingSchema = z.object({
  kind: oneOf<ImportRouting['kind']>({ order: true, last_good: true, usage: true }),
  key: z.string(),
  file: z.string(),
  action: oneOf<ImportRouting['action']>({ create: true, keep: true, skip: true }),
  why: z.enum(ROUTING_WHYS),
} satisfies Shape<ImportRouting>)

export const importPreviewSchema = schemaOf<ImportPreview>(
  z.object({
    id: z.string(),
    sources: z.array(sourceSchema),
    profiles: z.array(profileSchema),
    routing: z.array(routingSchema),
  } satisfies Shape<ImportPreview>),
)

export const importResultSchema = schemaOf<ImportResult>(
  z.object({
    created: z.number(),
    kept: z.number(),
    replaced: z.number(),
    skipped: z.number(),
    routing: z.number(),
    backup: z.string().nullable(),
  } satisfies Shape<ImportResult>),
)

export const exportResultSchema = schemaOf<ExportResult>(
  z.object({ path: z.string(), profiles: z.number() } satisfies Shape<ExportResult>),
)

const findingSchema = z.object({
  file: z.string(),
  place: z.enum(PLAINTEXT_PLACES),
  advice: z.enum(PLAINTEXT_ADVICE),
  profileIds: z.array(z.string()),
  knownCount: z.number(),
  unknownCount: z.number(),
} satisfies Shape<PlaintextFinding>)

export const plaintextReportSchema = schemaOf<PlaintextReport>(
  z.object({
    scannedFiles: z.number(),
    findings: z.array(findingSchema),
    notScanned: z.array(z.object({ file: z.string(), why: z.enum(NOT_SCANNED_WHYS) })),
    notSearchedIds: z.array(z.string()),
  } satisfies Shape<PlaintextReport>),
)
