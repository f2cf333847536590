import type { RunRelease } from '../../../../shared/engine/index.ts'

type Json = Readonly<Record<string, unknown>>

/** What a provider is scripted to do at one call. */
export interface ScriptStep {
  readonly ok?: string
  /** The result classifier finds the returned text wanting. */
  readonly classify?: {
    readonly message: string
    readonly reason?: string
    readonly code?: string
    readonly status?: number
    readonly preserveResultOnExhaustion?: boolean
    readonly preserveResultPriority?: number
  }
  readonly throw?: {
    readonly kind: string
    readonly message?: string
    readonly status?: number
    readonly code?: string
    readonly reason?: string
    readonly rawError?: string
    readonly provider?: string
    readonly model?: string
  }
  /** The caller's signal is aborted just before the error is thrown. */
  readonly abortCaller?: boolean
  /** A response of the imitated provider in scenarios of the inner run. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: { readonly error?: Json & { readonly message?: string } }
}

export interface ScenarioRequest {
  readonly provider: string
  readonly model: string
  readonly sessionId?: string
  readonly sessionKey?: string
  readonly lane?: string
  readonly runId?: string
  readonly fallbacksOverride?: readonly string[]
  readonly userLockedAuthProfileId?: string
  readonly turns?: number
}

export interface Expectations {
  readonly expectedAttempts: readonly Json[]
  readonly expectedEvents?: readonly Json[]
  readonly expectedFinal: Json | readonly Json[]
  readonly expectedUsageStatsAfter?: Readonly<Record<string, Json>>
}

export interface ScenarioRun extends Expectations {
  /** Epoch ms; `wall clock`: the recording ran on a real clock. */
  readonly now: number | string
  readonly request: ScenarioRequest
  readonly providerScript: Readonly<Record<string, readonly ScriptStep[]>>
}

/** One recorded scenario: a single run, or several that share what is remembered between runs. */
export interface LoopScenario extends Partial<ScenarioRun> {
  readonly name: string
  readonly level: string
  readonly config: unknown
  readonly store: Json | null
  readonly env?: Readonly<Record<string, string>>
  readonly runs?: readonly ScenarioRun[]
  readonly expectedDiagnosticEvents?: readonly Json[]
  readonly olderVersions?: Partial<
    Record<RunRelease, Partial<Expectations> & { readonly runs?: readonly Expectations[] }>
  >
}

export function runsOf(scenario: LoopScenario): readonly ScenarioRun[] {
  return scenario.runs ?? [scenario as ScenarioRun]
}
