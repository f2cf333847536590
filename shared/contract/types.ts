import type { DirectoryFacts, Transition } from '../engine/index.ts'
import type { GatewayState } from './editing.ts'
import type { OpenFailure } from './errors.ts'
import type { BundleInfo } from './history/index.ts'
import type { Problem } from './problems.ts'
import type { VaultState } from './vault.ts'

export type { OpenFailure } from './errors.ts'
export type { Problem, ProblemCode } from './problems.ts'
export type * from './editing.ts'
export type * from './history/index.ts'
export type * from './transfer.ts'
export type * from './vault.ts'

/**
 * What a renderer knows about a host. The names in this file are the contract's vocabulary: plain readonly data, no zod,
 * so that a renderer that imports them as types carries no validator. `schemas/` holds the validator of each, and the
 * compiler keeps the two equal.
 */

/** The open directory as the host knows it. */
export interface DirectoryState {
  readonly path: string
  /**
   * `attached`: somebody else's; `own`: made by the console, its secrets lie in a vault; `bundle`: a support bundle; `log`: a
   * log by itself, of whose directory nothing is known.
   */
  readonly kind: 'attached' | 'example' | 'own' | 'bundle' | 'log'
  readonly facts: DirectoryFacts
  /** Whether the policy is the one of the version that wrote the directory or was chosen in the console. */
  readonly policySource: 'version' | 'chosen'
  readonly problems: readonly Problem[]
  /** What changed, newest first, at most `MAX_TRANSITIONS`. */
  readonly transitions: readonly Transition[]
  /** When the host last read the directory, by its own clock; of a bundle, when it was made; of a log, when it was opened. */
  readonly readAtMs: number
  /** Identity of the bytes of `openclaw.json` when it was read; null: there is no such file. */
  readonly configRevision: string | null
  readonly gateway: GatewayState
  /** null: the directory is not one of our own. */
  readonly vault: VaultState | null
  /** A support bundle: it can only be read, and all of it is as of the instant at which it was made. null: it is none. */
  readonly bundle: BundleInfo | null
}

/** The most transitions a host keeps and sends. */
export const MAX_TRANSITIONS = 200

export interface HostInfo {
  readonly version: string
  readonly runtime: 'electron' | 'node'
  readonly platform: string
  /** IANA zone of the machine the host runs on. */
  readonly zone: string
  /** Whether the host can show native dialogs for folders and files. */
  readonly canChooseDirectory: boolean
  /** Where another directory can be shown beside this one; null: nowhere. */
  readonly besideIn: 'window' | 'tab' | null
  /** Set when the clock does not show the real time (launch option `--at`): the difference in ms. */
  readonly clockShiftMs: number
  /** The directory that would be opened by default, whether it exists or not. */
  readonly defaultDirectory: string
}

/**
 * The state of the host: a directory is open, none is, or the one asked for could not be opened. While the example is being
 * prepared, `path` is empty.
 */
export type HostState =
  | { readonly kind: 'none'; readonly failure: OpenFailure | null }
  | { readonly kind: 'opening'; readonly path: string }
  | { readonly kind: 'open'; readonly directory: DirectoryState }

/**
 * A feed starts with a snapshot; what follows are changes against it. `hostNowMs` lets a renderer know the host's clock.
 * `seq` grows by one with each change of the host's state. A snapshot may come at any time and replaces everything: on
 * opening and closing a directory, and for a subscriber that was too slow to take every change.
 */
export type StateMessage =
  | { readonly kind: 'snapshot'; readonly seq: number; readonly hostNowMs: number; readonly state: HostState }
  | { readonly kind: 'change'; readonly seq: number; readonly hostNowMs: number; readonly change: DirectoryChange }

/** What is different in the open directory; a field that is absent is unchanged. */
export interface DirectoryChange {
  readonly readAtMs: number
  readonly meta?: DirectoryMeta
  readonly config?: DirectoryFacts['config']
  readonly sharedStore?: DirectoryFacts['sharedStore']
  /** Agents that are new or different. */
  readonly agents?: DirectoryFacts['agents']
  /** All agent ids in order, when the list itself changed. */
  readonly agentIds?: readonly string[]
  readonly policySource?: DirectoryState['policySource']
  readonly problems?: readonly Problem[]
  /** The whole list, newest first. */
  readonly transitions?: readonly Transition[]
  readonly configRevision?: string | null
  readonly gateway?: GatewayState
  readonly vault?: VaultState | null
}

/** The facts of a directory besides its parts that are large. */
export type DirectoryMeta = Omit<DirectoryFacts, 'agents' | 'config' | 'sharedStore'>
