import type { LedgerEntry } from '../../../shared/contract/types.ts'
import type { WindowChange, WindowEffect, WindowRule } from '../../../shared/engine/index.ts'

/** Whose store the window is recorded in: `agent:<id>`, or the one that agents share. */
export type LedgerOwner = `agent:${string}` | 'shared'

/** A small fact beside an entry; never a text of a credential. */
export type LedgerDetail = Readonly<Record<string, string | number | boolean | null>>

/** What happened to one window, before it is stored. */
export interface NewLedgerEntry extends Omit<LedgerEntry, 'id' | 'rule'> {
  readonly owner: LedgerOwner
  /** null: not known, as it happened outside. */
  readonly rule: WindowRule | null
  readonly detail: LedgerDetail | null
}

export interface StoredLedgerEntry extends LedgerEntry {
  readonly owner: LedgerOwner
  readonly detail: LedgerDetail | null
}

/** Which profile an effect was for, and what brought it about. */
export interface EffectContext {
  readonly atMs: number
  readonly agentId: string
  readonly owner: LedgerOwner
  readonly provider: string
  readonly profileId: string
  readonly cause: LedgerEntry['cause']
  /** Absent: `console`. */
  readonly basis?: LedgerEntry['basis']
}

/** The entries that an effect of the engine makes: one for each window that it touched. */
export function ledgerEntriesOf(effect: WindowEffect, context: EffectContext): readonly NewLedgerEntry[] {
  return effect.windows.map((change) => entryOf(change, context))
}

function entryOf(change: WindowChange, { basis = 'console', ...context }: EffectContext): NewLedgerEntry {
  const { asked, before, after, rule, scope } = change
  const shown = after ?? before
  const isExpiry = change.action === 'cleared' && rule === 'expired'
  return {
    ...context,
    basis,
    windowKind: change.kind,
    action: isExpiry ? 'expired' : change.action,
    rule,
    reason: shown?.reason ?? null,
    rung: asked?.rung ?? null,
    failures: asked?.failures ?? null,
    untilBeforeMs: before?.untilMs ?? null,
    untilAfterMs: after?.untilMs ?? null,
    model: shown?.model ?? null,
    detail: detailOf({ scope, askedMs: asked?.lengthMs ?? null, source: shown?.source ?? null }),
  }
}

/** Without what is not known; null: nothing is. */
export function detailOf(detail: LedgerDetail): LedgerDetail | null {
  const known = Object.entries(detail).filter(([, value]) => value !== null)
  return known.length === 0 ? null : Object.fromEntries(known)
}
