/** Why a candidate is in the chain. */
export type RouteOrigin = 'requested' | 'configured-fallback' | 'configured-primary'

/** One provider/model to try. */
export interface Candidate {
  /** Trimmed, lower case. */
  readonly provider: string
  /** Trimmed, letter case kept. */
  readonly model: string
  readonly origin: RouteOrigin
}

/** A reference of the configuration that makes no candidate, and why. */
export interface DroppedReference {
  /** As written. */
  readonly text: string
  readonly origin: RouteOrigin
  readonly code:
    /** it lacks its provider or its model */
    | 'unreadable'
    /** the same model stands before it */
    | 'duplicate'
}

/** The candidates of one run in the order in which they are tried (R43). */
export interface Chain {
  /** At least one; no model twice. */
  readonly candidates: readonly Candidate[]
  readonly dropped: readonly DroppedReference[]
}

/** A model choice given as a pair; what is blank is filled in from the configured primary. */
export interface RequestedModel {
  readonly provider: string
  readonly model: string
}
