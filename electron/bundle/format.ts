import { z } from 'zod'
import { DECISIONS, type BundleOptions } from '../../shared/contract/history/index.ts'
import { LEDGER_CAUSES, type LedgerEntry, type OrderRevision } from '../../shared/contract/editing.ts'
import { PROBLEM_CODES, type Problem } from '../../shared/contract/problems.ts'
import { policyIdSchema } from '../../shared/contract/schemas/facts.ts'
import { oneOf, type Shape } from '../../shared/contract/schemas/exact.ts'
import { failureReasonSchema } from '../../shared/contract/schemas/store.ts'
import type { Era, PolicyId } from '../../shared/engine/index.ts'
import type {
  AgentEndEvent,
  ChainStoppedEvent,
  DecisionEvent,
  FailoverEvent,
  GapEvent,
  GapReason,
  LogEvent,
  ProfileStateEvent,
} from '../logs/index.ts'

/** What a bundle consists of; README.md beside this file says what it means. */

export const BUNDLE_FORMAT = 'switchyard-bundle'
/** Grows when a reader of today would misunderstand what is written. */
export const BUNDLE_VERSION = 1

/** In the order in which they are written. The manifest tells of the others, so it comes last. */
export const BUNDLE_PARTS = [
  'README.txt',
  'facts.json',
  'decisions.jsonl',
  'events.jsonl',
  'windows.jsonl',
  'orders.jsonl',
  'findings.json',
  'problems.json',
  'manifest.json',
] as const
export type BundlePartName = (typeof BUNDLE_PARTS)[number]
export const LISTED_PARTS = BUNDLE_PARTS.filter((name) => name !== 'manifest.json')

export interface ListedPart {
  readonly name: BundlePartName
  readonly bytes: number
  /** null: it is not a list. */
  readonly records: number | null
  /** Of the bytes, lower-case hex. */
  readonly sha256: string
}

export interface Manifest {
  readonly format: typeof BUNDLE_FORMAT
  readonly version: number
  readonly createdMs: number
  readonly consoleVersion: string
  readonly openclawVersion: string | null
  /** null: there was no state directory beside the records. */
  readonly era: Era | null
  readonly policyId: PolicyId | null
  readonly options: BundleOptions
  readonly aliases: number
  readonly parts: readonly ListedPart[]
}

const TEXT = z.string().max(2000)
const instant = z.number().int().min(0).max(8_640_000_000_000_000)
const count = z.number().int().min(0)

export const manifestSchema: z.ZodType<Manifest> = z.strictObject({
  format: z.literal(BUNDLE_FORMAT),
  version: z.literal(BUNDLE_VERSION),
  createdMs: instant,
  consoleVersion: TEXT,
  openclawVersion: TEXT.nullable(),
  era: oneOf<Era>({ J: true, S1: true, S2: true }).nullable(),
  policyId: policyIdSchema.nullable(),
  options: z.strictObject({
    fromMs: instant.nullable(),
    toMs: instant.nullable(),
    withErrorTexts: z.boolean(),
    withSessionIds: z.boolean(),
  } satisfies Shape<BundleOptions>),
  aliases: count,
  parts: z
    .array(
      z.strictObject({
        name: z.enum(BUNDLE_PARTS),
        bytes: count,
        records: count.nullable(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      } satisfies Shape<ListedPart>),
    )
    .max(BUNDLE_PARTS.length),
} satisfies Shape<Manifest>)

/** In which form a record was found matters only where it is compared with others. */
type Told<Event extends LogEvent> = Omit<Event, 'console'>

/** Fields without a value are left out of the lines. */
const text = TEXT.nullable().default(null)
const number = z.number().int().nullable().default(null)
const flag = z.boolean().nullable().default(null)

const base = {
  atMs: instant,
  isTimed: z.boolean(),
  runId: text,
  sessionId: text,
  agentId: text,
  lane: text,
  parent: text,
  line: count.nullable().default(null),
}

export const decisionEventSchema = z.strictObject({
  kind: z.literal('decision'),
  ...base,
  decision: z.enum(DECISIONS),
  requestedProvider: TEXT,
  requestedModel: TEXT,
  candidateProvider: TEXT,
  candidateModel: TEXT,
  attempt: number,
  total: number,
  reason: text,
  status: number,
  code: text,
  errorPreview: text,
  errorHash: z.null().default(null),
  providerErrorType: text,
  nextProvider: text,
  nextModel: text,
  isPrimary: flag,
  requestedModelMatched: flag,
  fallbackConfigured: flag,
  isProbe: z.boolean(),
  profileCount: number,
  suppressed: count,
  previousAttempts: number,
  finalOutcome: text,
} satisfies Shape<Told<DecisionEvent>>)

const profileStateSchema = z.strictObject({
  kind: z.literal('profile_state'),
  ...base,
  profileId: TEXT,
  provider: text,
  reason: text,
  windowType: z.enum(['cooldown', 'disabled']),
  isReused: z.boolean(),
  errorCount: number,
  previousErrorCount: number,
  cooldownUntilMs: number,
  previousCooldownUntilMs: number,
  disabledUntilMs: number,
  previousDisabledUntilMs: number,
  disabledReason: text,
  previousDisabledReason: text,
  failureCounts: z.record(z.string().max(60), z.number().int()),
} satisfies Shape<Told<ProfileStateEvent>>)

const failoverSchema = z.strictObject({
  kind: z.literal('failover'),
  ...base,
  stage: text,
  decision: TEXT,
  reason: text,
  profileReason: text,
  provider: text,
  model: text,
  sourceProvider: text,
  sourceModel: text,
  profileId: text,
  status: number,
  retryCount: number,
  profileRotationCount: number,
  attemptCount: number,
  rawErrorPreview: text,
  rawErrorHash: z.null().default(null),
  providerErrorType: text,
  fallbackConfigured: flag,
  timedOut: z.boolean(),
  aborted: z.boolean(),
} satisfies Shape<Told<FailoverEvent>>)

const chainStoppedSchema = z.strictObject({
  kind: z.literal('chain_stopped'),
  ...base,
  reason: text,
  candidateProvider: text,
  candidateModel: text,
  errorName: text,
} satisfies Shape<Told<ChainStoppedEvent>>)

const agentEndSchema = z.strictObject({
  kind: z.literal('agent_end'),
  ...base,
  isError: z.boolean(),
  isWrapper: z.boolean(),
  provider: text,
  model: text,
  reason: text,
  errorPreview: text,
  errorHash: z.null().default(null),
} satisfies Shape<Told<AgentEndEvent>>)

const gapSchema = z.strictObject({
  kind: z.literal('gap'),
  ...base,
  why: oneOf<GapReason>({ size_cap: true, rotated: true, truncated: true, dropped: true }),
} satisfies Shape<Told<GapEvent>>)

/** Everything but decisions, which have a part of their own. */
export const otherEventSchema: z.ZodType<LogEvent> = z.discriminatedUnion('kind', [
  profileStateSchema,
  failoverSchema,
  chainStoppedSchema,
  agentEndSchema,
  gapSchema,
])

/** A window as the console saw it, with whose store it is in. */
export interface BundledWindow extends Omit<LedgerEntry, 'id'> {
  readonly owner: string
}
export type BundledOrder = Omit<OrderRevision, 'id'>

export const windowSchema: z.ZodType<BundledWindow> = z.strictObject({
  atMs: instant,
  agentId: TEXT,
  owner: TEXT,
  provider: TEXT,
  profileId: TEXT,
  windowKind: z.enum(['cooldown', 'disabled', 'blocked']),
  action: z.enum(['opened', 'extended', 'kept', 'cleared', 'expired']),
  cause: z.enum(LEDGER_CAUSES),
  rule: text,
  reason: z
    .union([failureReasonSchema, z.literal('subscription_limit')])
    .nullable()
    .default(null),
  rung: number,
  failures: number,
  untilBeforeMs: number,
  untilAfterMs: number,
  model: text,
  basis: z.enum(['console', 'observed', 'recorded']),
} satisfies Shape<BundledWindow>)

const orderList = z.array(TEXT).max(10_000).nullable().default(null)
export const orderSchema: z.ZodType<BundledOrder> = z.strictObject({
  atMs: instant,
  agentId: TEXT,
  provider: TEXT,
  target: z.enum(['stored', 'config']),
  before: orderList,
  after: orderList,
  origin: z.enum(['console', 'outside']),
  state: z.enum(['applied', 'undone', 'superseded']),
} satisfies Shape<BundledOrder>)

export const problemsSchema: z.ZodType<readonly Problem[]> = z
  .array(
    z.strictObject({
      id: TEXT,
      severity: z.enum(['error', 'warning', 'info']),
      code: z.enum(PROBLEM_CODES),
      file: TEXT,
      line: z.number().nullable(),
      column: z.number().nullable(),
      message: TEXT,
      hint: TEXT.nullable(),
      agentId: TEXT.nullable(),
      keptFromMs: instant.exactOptional(),
    } satisfies Shape<Problem>),
  )
  .max(10_000)
