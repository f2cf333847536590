import type { Candidate } from '../chain/types.ts'
import { observeError, type ErrorObservation } from './error-observation.ts'
import type { Step } from './effects.ts'
import { perform, type RunView } from './effects.ts'
import type { AttemptRecord, CandidateStep, Classify, RunError, RunRequest } from './types.ts'

/** An attempt with what its records say about its error. */
export interface Attempt {
  readonly record: AttemptRecord
  readonly observation: ErrorObservation
  /** A result was returned and found wanting. */
  readonly isClassified: boolean
}

/** What a result that was found wanting is worth. */
export interface KeptResult {
  readonly priority: number
  readonly provider: string
  readonly model: string
  readonly profileId: string | null
  readonly value: unknown
}

/** What one run gathers on its way; nobody else sees it. */
export interface RunState {
  readonly request: RunRequest
  readonly classify: Classify
  readonly attempts: Attempt[]
  readonly steps: CandidateStep[]
  /** Providers whose one probe of this run is used up. */
  readonly usedProbes: Set<string>
  /** Providers that are out of this run. */
  readonly excludedProviders: Set<string>
  /** What was said about each error text of this run. */
  readonly observed: Map<string, ErrorObservation>
  lastError: RunError | null
  kept: KeptResult | null
}

export function startRun(request: RunRequest, classify: Classify): RunState {
  return {
    request,
    classify,
    attempts: [],
    steps: [],
    usedProbes: new Set(),
    excludedProviders: new Set(),
    observed: new Map(),
    lastError: null,
    kept: null,
  }
}

const OBSERVE = { kind: 'observe' } as const

export function observe(): Step<RunView> {
  return perform(OBSERVE)
}

/** What records say about an error text; profiles of one provider tend to fail with the same. */
export function observed(run: RunState, text: string): ErrorObservation {
  const known = run.observed.get(text)
  if (known) return known
  const observation = observeError(text)
  run.observed.set(text, observation)
  return observation
}

/** The candidate at a place; undefined behind the end. */
export function candidateAt({ request }: RunState, index: number): Candidate | undefined {
  return request.chain.candidates[index]
}

/** The next candidate whose provider is not out of the run; undefined: none is left. */
export function candidateAfter(run: RunState, index: number): Candidate | undefined {
  const { candidates } = run.request.chain
  if (run.excludedProviders.size === 0) return candidates[index + 1]
  return candidates.slice(index + 1).find(({ provider }) => !run.excludedProviders.has(provider))
}

export function modelName({ provider, model }: { readonly provider: string; readonly model: string }): string {
  return `${provider}/${model}`
}
