import { isCredentialDocument, readAuthStore } from '../../../shared/engine/index.ts'
import type { DatabaseRequest } from '../database/database-problems.ts'
import type { Cell } from '../database/tables.ts'
import { isRecord } from '../raw-values.ts'
import { reportStoreProblems } from './store-problems.ts'
import { stateOf, type StoreContext, type StoreReading } from './store-reading.ts'

/** The two cells of a store in a database, as they stand there. */
export interface StoreCells {
  readonly credentials: Cell
  readonly state: Cell
}

interface CellNames {
  readonly credentials: string
  readonly state: string
}

export const AGENT_CELLS: CellNames = { credentials: 'auth_profile_store', state: 'auth_profile_state' }
export const SHARED_CELLS: CellNames = { credentials: 'authProfiles.store', state: 'authProfiles.state' }

type CellDocument = { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'none' | 'unreadable' }

/**
 * Turns the cells of a database into a store. Routing state can be there without credentials: an agent that inherits all of
 * them still records how they fared.
 */
export function readCellStore(
  { context, rules }: StoreContext,
  request: DatabaseRequest,
  cells: StoreCells,
  names: CellNames,
): StoreReading {
  const report = (cell: string, what: string): void =>
    context.problems.add({
      severity: 'error',
      code: 'wrong_shape',
      path: request.path,
      agentId: request.agentId,
      topic: cell,
      message: `${request.subject} cannot be used: its record "${cell}" ${what}.`,
      hint: 'OpenClaw stops here as well. Let "openclaw doctor --fix" look at it.',
    })
  const credentials = parseCell(cells.credentials)
  const state = parseCell(cells.state)
  if (state.kind === 'unreadable') report(names.state, 'is not valid JSON, so that no window is known')
  if (state.kind === 'value' && !isRecord(state.value)) report(names.state, 'is no object, so that no window is known')
  if (credentials.kind === 'unreadable') report(names.credentials, 'is not valid JSON')
  else if (credentials.kind === 'value' && !isCredentialDocument(credentials.value)) {
    report(names.credentials, 'is no credential document')
  } else if (credentials.kind === 'none' && state.kind !== 'value') {
    return { path: request.path, state: 'absent', store: null }
  } else {
    const store = readAuthStore(valueOf(credentials), valueOf(state), rules)
    reportStoreProblems(context, request, store)
    return { path: request.path, state: stateOf(store), store }
  }
  return { path: request.path, state: 'unreadable', store: null }
}

function valueOf(document: CellDocument): unknown {
  return document.kind === 'value' ? document.value : undefined
}

function parseCell(cell: Cell): CellDocument {
  if (cell.kind !== 'text') return { kind: cell.kind }
  try {
    return { kind: 'value', value: JSON.parse(cell.text) as unknown }
  } catch {
    return { kind: 'unreadable' }
  }
}
