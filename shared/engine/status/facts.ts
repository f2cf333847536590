import type { FailoverConfig } from '../config/types.ts'
import type { PolicyId } from '../policy/index.ts'
import type { AuthStore } from '../store/types.ts'

export type Era = 'J' | 'S1' | 'S2'

/** What a session says about the model it uses; no content of the session. */
export interface SessionFacts {
  readonly key: string
  readonly updatedAtMs: number
  /** The model that answered last. */
  readonly lastProvider: string | null
  readonly lastModel: string | null
  /** The selected model where the session has its own, with the source of the selection. */
  readonly overrideProvider: string | null
  readonly overrideModel: string | null
  readonly overrideSource: 'user' | 'auto' | 'default' | null
  /** The model that an automatic override stands in for. */
  readonly originProvider: string | null
  readonly originModel: string | null
  /** The pinned profile. */
  readonly pinProfileId: string | null
  readonly pinSource: 'user' | 'auto' | null
}

export type StoreState =
  /** No store of its own: it reads through to the shared one. */
  | 'absent'
  /** A store without any profile. */
  | 'empty'
  | 'present'
  /** There is a store, and it could not be read; see the directory's problems. */
  | 'unreadable'

export interface AgentFacts {
  /** Normalised agent id. */
  readonly id: string
  readonly name: string | null
  readonly isDefault: boolean
  /** Whether a folder of this agent exists; a configured agent may not have run yet. */
  readonly hasFolder: boolean
  /** File of the store, relative to the state directory; null where there is none. */
  readonly storeFile: string | null
  readonly storeState: StoreState
  readonly store: AuthStore | null
  /** The most recent sessions, newest first. */
  readonly sessions: readonly SessionFacts[]
}

/** Everything the rules need to know about one state directory. Evaluating it at an instant gives what the console shows. */
export interface DirectoryFacts {
  readonly era: Era
  /** `meta.lastTouchedVersion`, or the version in the database; null: unknown. */
  readonly openclawVersion: string | null
  readonly policyId: PolicyId
  readonly config: FailoverConfig
  /** The shared store of era S2 once it lies in `state/openclaw.sqlite`; otherwise null, and agents inherit from `main`. */
  readonly sharedStore: AuthStore | null
  readonly sharedStoreFile: string | null
  readonly agents: readonly AgentFacts[]
}
