import type { AuthStore, OrderRules, StoreState } from '../../../shared/engine/index.ts'
import type { ReadContext } from '../context.ts'

/** One store as the rest of the program knows it. */
export interface StoreReading {
  /** Absolute path; null: there is no file. */
  readonly path: string | null
  readonly state: StoreState
  readonly store: AuthStore | null
}

/** How the release that wrote the directory reads spellings. */
export type ReadingRules = Pick<OrderRules, 'readsCamelCaseType' | 'providerSpellings'>

export interface StoreContext {
  readonly context: ReadContext
  readonly rules: ReadingRules
}

export const NO_STORE: StoreReading = { path: null, state: 'absent', store: null }

export function stateOf(store: AuthStore): StoreState {
  return store.profiles.length > 0 ? 'present' : 'empty'
}
