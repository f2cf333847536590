import type { FailoverReason, FailureReason, IgnoreRule, SecretRef, WindowChange } from '../engine/index.ts'

/** Where an order can be written: the agent's store, which wins, or `auth.order` in `openclaw.json`, which all agents share. */
export type OrderTarget = 'stored' | 'config'

/** The profile ids of an order as written; null: there is no entry. An empty list in the configuration selects nothing. */
export type OrderList = readonly string[] | null

export interface SaveOrderInput {
  readonly agentId: string
  readonly provider: string
  readonly target: OrderTarget
  /** null: removes the entry. */
  readonly profileIds: OrderList
  /** What the editor started from; the order is written only where this is still so. null: whatever is there now. */
  readonly base: OrderBase | null
}

/** What was there when editing began. */
export interface OrderBase {
  /** target `config`: identity of `openclaw.json` (`DirectoryState.configRevision`). */
  readonly configRevision: string | null
  readonly profileIds: OrderList
}

/** What stands where an order was to be written, when that is not what the editor started from. */
export interface OrderConflict {
  readonly target: OrderTarget
  /** What is there now. */
  readonly current: OrderBase
}

/** What an edit did. */
export interface EditReceipt {
  /** Files that were written, relative to the state directory. */
  readonly files: readonly string[]
  /** The copy of the configuration made before, relative to the state directory. */
  readonly backup: string | null
  /** What a running OpenClaw does about it. */
  readonly takesEffect: TakesEffect
}

export type TakesEffect =
  /** no gateway is running: it counts from its next start, and here at once */
  | 'at_once'
  /** it notices the change by itself and reads it again */
  | 'reloads'
  /** it restarts itself in place; running requests may be cut */
  | 'restarts'
  /** it goes on with its own copy until something makes it reload */
  | 'keeps_own_copy'

/** One change of an order that the console knows. */
export interface OrderRevision {
  readonly id: number
  readonly atMs: number
  readonly agentId: string
  readonly provider: string
  readonly target: OrderTarget
  readonly before: OrderList
  readonly after: OrderList
  /** `outside`: found changed while the console watched. */
  readonly origin: 'console' | 'outside'
  /** `superseded`: it was undone, and something else was saved since. */
  readonly state: 'applied' | 'undone' | 'superseded'
}

export interface OrderHistory {
  /** Newest first. */
  readonly revisions: readonly OrderRevision[]
  /** The revision that undo would take back; null: none. */
  readonly undoable: OrderRevision | null
  /** The revision that redo would bring back; null: none. */
  readonly redoable: OrderRevision | null
}

/** An OpenClaw gateway on the open directory, and what became of the last edit made while it ran. */
export interface GatewayState {
  /** null: none was seen. */
  readonly running: {
    readonly port: number
    /** Its port answers, or its lock names a living process. */
    readonly evidence: 'port' | 'lock'
  } | null
  readonly lastEdit: GatewayEdit | null
}

export interface GatewayEdit {
  readonly atMs: number
  readonly what: 'config' | 'stored_order' | 'windows' | 'credentials'
  readonly outcome:
    | 'waiting'
    | 'reloaded'
    | 'restarted'
    | 'keeps_own_copy'
    /** it said nothing within the time that a reload takes */
    | 'not_confirmed'
  readonly outcomeAtMs: number | null
}

/** A secret as it is handed in: typed by the user, or a reference to where it lies. */
export type SecretInput =
  | { readonly kind: 'inline'; readonly value: string }
  | { readonly kind: 'reference'; readonly ref: SecretRef }

export interface AddAccountInput {
  /** The agent that gets it. */
  readonly agentId: string
  /** `own`: the agent's store; `shared`: the one that agents inherit from. */
  readonly owner: 'own' | 'shared'
  readonly profileId: string
  readonly provider: string
  readonly type: 'api_key' | 'token'
  readonly secret: SecretInput
  /** token: epoch ms; null: it does not expire. */
  readonly expiresMs: number | null
  readonly email: string | null
  readonly displayName: string | null
}

/** Fields that are absent stay as they are. */
export interface EditAccountInput {
  readonly agentId: string
  readonly profileId: string
  readonly secret?: SecretInput
  readonly expiresMs?: number | null
  readonly email?: string | null
  readonly displayName?: string | null
}

export interface ProfileInput {
  readonly agentId: string
  readonly profileId: string
}

/** What a minimal call to a provider showed. */
export interface CallReport {
  readonly profileId: string
  readonly provider: string
  readonly model: string | null
  readonly outcome:
    | 'ok'
    | 'failed'
    /** no call was made; `message` says why */
    | 'not_called'
  /** HTTP status; null: there was no answer. */
  readonly status: number | null
  /** ms; null: no call was made. */
  readonly latencyMs: number | null
  /** What the engine concluded. */
  readonly reason: FailoverReason | null
  /** Id of the rule that classified the failure. */
  readonly ruleId: string | null
  /** When to try again according to the provider, epoch ms. */
  readonly retryAtMs: number | null
  /** What the provider said, or why no call was made; redacted. */
  readonly message: string | null
  /** What to do about it. */
  readonly hint: string | null
  /** What it did to the windows of the profile. */
  readonly changes: readonly WindowChange[]
}

export interface ProfilesInput {
  readonly agentId: string
  readonly profileIds: readonly string[]
}

export interface SnoozeInput extends ProfilesInput {
  /** Epoch ms */
  readonly untilMs: number
}

/** What clearing or snoozing did to one profile. */
export interface LockChange {
  readonly profileId: string
  readonly changes: readonly WindowChange[]
  /** Why nothing was changed; null: something was, or there was nothing to change. */
  readonly ignored: IgnoreRule | null
}

export interface LocksReceipt extends EditReceipt {
  readonly changes: readonly LockChange[]
}

export interface RecheckReceipt {
  readonly reports: readonly CallReport[]
  /** null: nothing was written. */
  readonly receipt: EditReceipt | null
}

/** One entry of the ledger of windows. */
export interface LedgerEntry {
  readonly id: number
  readonly atMs: number
  readonly agentId: string
  readonly provider: string
  readonly profileId: string
  readonly windowKind: 'cooldown' | 'disabled' | 'blocked'
  readonly action: 'opened' | 'extended' | 'kept' | 'cleared' | 'expired'
  readonly cause: LedgerCause
  /** The rule of the engine, where it is known. */
  readonly rule: string | null
  readonly reason: FailureReason | 'subscription_limit' | null
  readonly rung: number | null
  readonly failures: number | null
  readonly untilBeforeMs: number | null
  readonly untilAfterMs: number | null
  readonly model: string | null
  /** `console`: done here; `observed`: seen while the console watched; `recorded`: read from the records when it opened. */
  readonly basis: 'console' | 'observed' | 'recorded'
}

export const LEDGER_CAUSES = [
  'failure',
  'announced',
  'success',
  'recheck',
  'manual_clear',
  'snooze',
  'credential_replaced',
  'healed',
  'expired',
  'outside',
] as const
export type LedgerCause = (typeof LEDGER_CAUSES)[number]

export interface LedgerQuery {
  readonly agentId: string | null
  readonly profileId: string | null
  /** Entries older than this one; null: from the newest. */
  readonly beforeId: number | null
  readonly limit: number
}
