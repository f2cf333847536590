import { z } from 'zod'
import type {
  CandidateLock,
  Evidence,
  RunAttempt,
  RunCandidate,
  RunDetail,
  RunOutcome,
  WindowEvent,
} from '../../history/index.ts'
import { oneOf, schemaOf, type Shape } from '../exact.ts'
import { nameSchema } from '../inputs.ts'
import { decisionSchema } from './filter.ts'

export const runInputSchema = z.strictObject({ runKey: nameSchema })

export const windowKindSchema = oneOf<WindowEvent['kind']>({ cooldown: true, disabled: true, blocked: true })

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
