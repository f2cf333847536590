import { EMPTY_AUTH_STORE, type AuthStore } from '../../../shared/engine/index.ts'
import type { DatabaseResult } from '../database/read-database.ts'
import { sharedDatabaseRequest, type SharedDatabase } from '../database/shared-database.ts'
import type { Cell } from '../database/tables.ts'
import { isRecord } from '../raw-values.ts'
import { readCellStore, SHARED_CELLS } from './cell-store.ts'
import type { StoreContext } from './store-reading.ts'

/** The store that agents inherit from, if it lies in the shared database. */
export interface SharedStoreReading {
  /** Absolute path; null: agents inherit from the main agent. */
  readonly path: string | null
  readonly store: AuthStore | null
}

const IN_MAIN_AGENT: SharedStoreReading = { path: null, store: null }

export function readSharedStore(
  storeContext: StoreContext,
  database: DatabaseResult<SharedDatabase>,
): SharedStoreReading {
  const request = sharedDatabaseRequest(storeContext.context)
  if (database.kind === 'absent') return IN_MAIN_AGENT
  if (database.kind === 'unreadable') return { path: request.path, store: null }
  const location = sharedStoreLocation(database.value.ownership)
  if (location === 'legacy-main') return IN_MAIN_AGENT
  if (location === 'invalid') {
    storeContext.context.problems.add({
      severity: 'error',
      code: 'wrong_shape',
      path: request.path,
      topic: 'auth.sharedStore',
      message: 'The record "auth.sharedStore" does not say where shared credentials live; OpenClaw stops here.',
      hint: 'Run "openclaw doctor --fix".',
    })
    return { path: request.path, store: null }
  }
  const reading = readCellStore(storeContext, request, database.value, SHARED_CELLS)
  // The place is the right one even while nothing has been saved there.
  return { path: request.path, store: reading.state === 'absent' ? EMPTY_AUTH_STORE : reading.store }
}

export function hasSharedStoreRows(database: DatabaseResult<SharedDatabase>): boolean {
  return (
    database.kind === 'read' && (database.value.ownership.kind !== 'none' || database.value.credentials.kind !== 'none')
  )
}

/** Nothing written means that nothing was moved yet. Anything but the two known values is an error, as in OpenClaw. */
export function sharedStoreLocation(ownership: Cell): 'state-db' | 'legacy-main' | 'invalid' {
  if (ownership.kind === 'none') return 'legacy-main'
  if (ownership.kind === 'unreadable') return 'invalid'
  try {
    const value: unknown = JSON.parse(ownership.text)
    const location = isRecord(value) && Object.keys(value).length === 1 ? value['location'] : undefined
    return location === 'state-db' || location === 'legacy-main' ? location : 'invalid'
  } catch {
    return 'invalid'
  }
}
