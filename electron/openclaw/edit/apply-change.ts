import { isRecord } from '../raw-values.ts'
import { joinState, splitState } from './documents/embedded-state.ts'
import { STATE_SECTIONS } from './documents/sections.ts'
import { guardCredentials } from './guard-change.ts'
import type { JsonRecord, StoreChange, StoreDocuments } from './types.ts'

export type Change<T> = (documents: StoreDocuments) => StoreChange<T>

export interface AppliedChange<T> {
  /** As they are to be stored; a state of which nothing is left is null. */
  readonly documents: StoreDocuments
  readonly credentialsChanged: boolean
  readonly stateChanged: boolean
  readonly result: T
}

/** Lets a change work on stored documents, and finds out what of it has to be written. */
export function applyChange<T>(stored: StoreDocuments, change: Change<T>): AppliedChange<T> {
  freeze(stored.credentials, 4)
  freeze(stored.state, 4)
  const joined = joinState(stored)
  freeze(joined.state, 2)
  freeze(joined.credentials, 1)
  const { documents: changed, result, removes } = change(joined)
  guardCredentials(joined.credentials, changed.credentials, removes)
  const { credentials, state } = splitState(stored, joined, changed)
  return {
    documents: { credentials, state: state === stored.state || !isEmptyState(state) ? state : null },
    credentialsChanged: isDifferent(stored.credentials, credentials),
    stateChanged: isDifferent(stored.state, state),
    result,
  }
}

function isDifferent(before: JsonRecord | null, after: JsonRecord | null): boolean {
  return before !== after && JSON.stringify(before) !== JSON.stringify(after)
}

/** Nothing in it but its version; OpenClaw then keeps no state at all. */
function isEmptyState(state: JsonRecord | null): boolean {
  return (
    state === null ||
    Object.entries(state).every(
      ([key, value]) =>
        key === 'version' ||
        (STATE_SECTIONS.some((name) => name === key) && isRecord(value) && Object.keys(value).length === 0),
    )
  )
}

/** A change that wrote into what it was given would go unnoticed; so that fails. */
function freeze(value: unknown, levels: number): void {
  if (levels === 0 || typeof value !== 'object' || value === null) return
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner, levels - 1)
}
