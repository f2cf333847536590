import { z } from 'zod'
import type { FailoverReason, FailureReason, IgnoreRule, WindowChange, WindowRule } from '../../engine/index.ts'
import {
  LEDGER_CAUSES,
  type CallReport,
  type EditReceipt,
  type GatewayEdit,
  type GatewayState,
  type LedgerEntry,
  type LockChange,
  type LocksReceipt,
  type OrderBase,
  type OrderConflict,
  type OrderHistory,
  type OrderRevision,
  type OrderTarget,
  type RecheckReceipt,
  type TakesEffect,
} from '../editing.ts'
import { oneOf, schemaOf, type Shape } from './exact.ts'
import { failureReasonSchema } from './store.ts'

const orderListSchema = z.array(z.string()).nullable()
export const orderTargetSchema = oneOf<OrderTarget>({ stored: true, config: true })

export const orderBaseSchema = z.object({
  configRevision: z.string().nullable(),
  profileIds: orderListSchema,
} satisfies Shape<OrderBase>)

export const orderConflictSchema = z.object({
  target: orderTargetSchema,
  current: orderBaseSchema,
} satisfies Shape<OrderConflict>)

const receiptShape = {
  files: z.array(z.string()),
  backup: z.string().nullable(),
  takesEffect: oneOf<TakesEffect>({ at_once: true, reloads: true, restarts: true, keeps_own_copy: true }),
} satisfies Shape<EditReceipt>
export const editReceiptSchema = schemaOf<EditReceipt>(z.object(receiptShape))

const orderRevisionSchema = z.object({
  id: z.number(),
  atMs: z.number(),
  agentId: z.string(),
  provider: z.string(),
  target: orderTargetSchema,
  before: orderListSchema,
  after: orderListSchema,
  origin: oneOf<OrderRevision['origin']>({ console: true, outside: true }),
  state: oneOf<OrderRevision['state']>({ applied: true, undone: true, superseded: true }),
} satisfies Shape<OrderRevision>)

export const orderHistorySchema = schemaOf<OrderHistory>(
  z.object({
    revisions: z.array(orderRevisionSchema),
    undoable: orderRevisionSchema.nullable(),
    redoable: orderRevisionSchema.nullable(),
  } satisfies Shape<OrderHistory>),
)

const gatewayEditSchema = z.object({
  atMs: z.number(),
  what: oneOf<GatewayEdit['what']>({ config: true, stored_order: true, windows: true, credentials: true }),
  outcome: oneOf<GatewayEdit['outcome']>({
    waiting: true,
    reloaded: true,
    restarted: true,
    keeps_own_copy: true,
    not_confirmed: true,
  }),
  outcomeAtMs: z.number().nullable(),
} satisfies Shape<GatewayEdit>)

type Running = NonNullable<GatewayState['running']>

export const gatewayStateSchema = z.object({
  running: z
    .object({
      port: z.number(),
      evidence: oneOf<Running['evidence']>({ port: true, lock: true }),
    } satisfies Shape<Running>)
    .nullable(),
  lastEdit: gatewayEditSchema.nullable(),
} satisfies Shape<GatewayState>)

const windowKindSchema = oneOf<WindowChange['kind']>({ cooldown: true, disabled: true, blocked: true })
const windowReasonSchema = z.union([failureReasonSchema, z.literal('subscription_limit')]).nullable()

type WindowRecord = NonNullable<WindowChange['before']>
type AskedLength = NonNullable<WindowChange['asked']>

const windowRecordSchema = z.object({
  untilMs: z.number().nullable(),
  reason: windowReasonSchema,
  model: z.string().nullable(),
  scope: z.literal('model').nullable(),
  source: oneOf<NonNullable<WindowRecord['source']>>({ codex_rate_limits: true, wham: true }).nullable(),
  classification: oneOf<NonNullable<WindowRecord['classification']>>({
    wham_token_expired: true,
    wham_account_dead: true,
  }).nullable(),
} satisfies Shape<WindowRecord>)

const windowRuleSchema = oneOf<WindowRule>({
  cooldown_ladder: true,
  rate_limit_doubling: true,
  billing_doubling: true,
  permanent_auth_doubling: true,
  retry_hint: true,
  announced_reset: true,
  usage_probe_available: true,
  usage_probe_http_error: true,
  usage_probe_failed: true,
  usage_probe_token_expired: true,
  usage_probe_account_dead: true,
  snooze: true,
  classification_outdated: true,
  block_replaces_cooldown: true,
  success: true,
  use: true,
  expired: true,
  contradicted: true,
  manual_clear: true,
  credential_replaced: true,
})

const windowChangeSchema = z.object({
  kind: windowKindSchema,
  rule: windowRuleSchema,
  action: oneOf<WindowChange['action']>({ opened: true, extended: true, kept: true, cleared: true }),
  asked: z
    .object({
      rule: windowRuleSchema,
      rung: z.number().nullable(),
      failures: z.number().nullable(),
      lengthMs: z.number(),
      untilMs: z.number(),
    } satisfies Shape<AskedLength>)
    .nullable(),
  scope: oneOf<NonNullable<WindowChange['scope']>>({
    one_model: true,
    whole_profile: true,
    unchanged: true,
    widened: true,
  }).nullable(),
  before: windowRecordSchema.nullable(),
  after: windowRecordSchema.nullable(),
} satisfies Shape<WindowChange>)

const failoverReasonSchema: z.ZodType<FailoverReason> = z.union([
  failureReasonSchema,
  oneOf<Exclude<FailoverReason, FailureReason>>({ server_error: true, tls_certificate: true, context_overflow: true }),
])

const callReportSchema = z.object({
  profileId: z.string(),
  provider: z.string(),
  model: z.string().nullable(),
  outcome: oneOf<CallReport['outcome']>({ ok: true, failed: true, not_called: true }),
  status: z.number().nullable(),
  latencyMs: z.number().nullable(),
  reason: failoverReasonSchema.nullable(),
  ruleId: z.string().nullable(),
  retryAtMs: z.number().nullable(),
  message: z.string().nullable(),
  hint: z.string().nullable(),
  changes: z.array(windowChangeSchema),
} satisfies Shape<CallReport>)

export const callReportOutputSchema = schemaOf<CallReport>(callReportSchema)

export const recheckReceiptSchema = schemaOf<RecheckReceipt>(
  z.object({
    reports: z.array(callReportSchema),
    receipt: editReceiptSchema.nullable(),
  } satisfies Shape<RecheckReceipt>),
)

const lockChangeSchema = z.object({
  profileId: z.string(),
  changes: z.array(windowChangeSchema),
  ignored: oneOf<IgnoreRule>({
    exempt_provider: true,
    covered_by_block: true,
    needs_usage_probe: true,
    inline_key: true,
    not_in_future: true,
    no_blocks: true,
    no_record: true,
    no_block: true,
  }).nullable(),
} satisfies Shape<LockChange>)

export const locksReceiptSchema = schemaOf<LocksReceipt>(
  z.object({ ...receiptShape, changes: z.array(lockChangeSchema) } satisfies Shape<LocksReceipt>),
)

export const ledgerSchema = schemaOf<readonly LedgerEntry[]>(
  z.array(
    z.object({
      id: z.number(),
      atMs: z.number(),
      agentId: z.string(),
      provider: z.string(),
      profileId: z.string(),
      windowKind: windowKindSchema,
      action: oneOf<LedgerEntry['action']>({ opened: true, extended: true, kept: true, cleared: true, expired: true }),
      cause: z.enum(LEDGER_CAUSES),
      rule: z.string().nullable(),
      reason: windowReasonSchema,
      rung: z.number().nullable(),
      failures: z.number().nullable(),
      untilBeforeMs: z.number().nullable(),
      untilAfterMs: z.number().nullable(),
      model: z.string().nullable(),
      basis: oneOf<LedgerEntry['basis']>({ console: true, observed: true, recorded: true }),
    } satisfies Shape<LedgerEntry>),
  ),
)
