import { MAX_TRANSITIONS } from '../../shared/contract/types.ts'
import {
  observedTransitions,
  recordedTransitions,
  type AgentStatus,
  type DirectoryFacts,
  type Transition,
} from '../../shared/engine/index.ts'

/** A directory at an instant, with what every agent shows then. */
export interface Moment {
  readonly facts: DirectoryFacts
  readonly nowMs: number
  readonly statuses: readonly AgentStatus[]
}

/**
 * What changed in a directory: what its own records tell, and what the console saw while it watched. One event known from
 * both has one id and is listed once, as recorded.
 */
export interface TransitionLog {
  /** Takes in the next moment of the same directory. */
  follow(moment: Moment): void
  /** Newest first, at most `MAX_TRANSITIONS`. */
  readonly transitions: readonly Transition[]
}

export function createTransitionLog(): TransitionLog {
  let observed: readonly Transition[] = []
  let last: Moment | null = null
  let transitions: readonly Transition[] = []

  return {
    follow(moment) {
      // Another policy sees another directory: the difference is not an event in it.
      const isComparable = last !== null && last.facts.policyId === moment.facts.policyId
      if (last !== null && isComparable) {
        observed = newestFirst([...observedTransitions(last.statuses, moment.statuses), ...observed])
      }
      transitions = newestFirst([...recordedTransitions(moment.facts, moment.nowMs), ...observed])
      last = moment
    },
    get transitions() {
      return transitions
    },
  }
}

/** The first of several with the same id stays. */
function newestFirst(transitions: readonly Transition[]): readonly Transition[] {
  const byId = new Map<string, Transition>()
  for (const transition of transitions) if (!byId.has(transition.id)) byId.set(transition.id, transition)
  return [...byId.values()].toSorted((one, other) => other.atMs - one.atMs).slice(0, MAX_TRANSITIONS)
}
