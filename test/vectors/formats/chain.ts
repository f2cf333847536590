import {
  candidateChain,
  fallbacksOverride,
  imageChain,
  NO_IMAGE_MODEL,
  POLICIES,
  readFailoverConfig,
  readSessionEntry,
  type Chain,
  type Policy,
  type RunRelease,
} from '../../../shared/engine/index.ts'
import { runChecks, type Check } from './check.ts'
import type { VectorFormat } from './format.ts'

/** One recorded chain: what was asked for, and the candidates in order. */
export interface ChainVector {
  readonly name: string
  readonly config: unknown
  readonly agentId?: string
  readonly sessionKey?: string
  readonly requested?: { readonly provider: string; readonly model: string }
  /** `raw`: the override list as given; `run`: from session and agent; `cron`: from the job; `image`: the image chain. */
  readonly policy: 'raw' | 'run' | 'cron' | 'image'
  readonly fallbacksOverride?: readonly string[]
  readonly sessionOverride?: unknown
  readonly cronPayload?: { readonly model?: string; readonly fallbacks?: readonly string[] }
  readonly image?: { readonly modelOverride?: string }
  readonly expectedCandidates: readonly string[]
  readonly expectedRouteOrigins?: readonly string[]
  readonly expectedFallbacksOverride?: readonly string[] | null
  readonly expectedError?: string
  readonly olderVersions?: Partial<
    Record<RunRelease, Pick<ChainVector, 'expectedCandidates' | 'expectedFallbacksOverride'>>
  >
}

const POLICY_OF: Readonly<Record<RunRelease, Policy>> = {
  '2026.5.12': POLICIES['docs-2026.4'],
  '2026.7.1': POLICIES['openclaw-2026.7'],
  '2026.9.6': POLICIES['openclaw-2026.9'],
}
const RELEASES = Object.keys(POLICY_OF) as RunRelease[]

interface BuiltChain {
  readonly chain: Chain
  readonly override: readonly string[] | null
}

/** Builds the chain of a vector as a release does. */
export function buildChain(vector: ChainVector, release: RunRelease): BuiltChain {
  const config = readFailoverConfig(vector.config)
  const policy = POLICY_OF[release]
  if (vector.policy === 'image')
    return { chain: imageChain(config, vector.image?.modelOverride ?? null), override: null }
  const agentId = vector.agentId ?? null
  const override =
    vector.policy === 'raw'
      ? (vector.fallbacksOverride ?? null)
      : fallbacksOverride(
          config,
          {
            agentId,
            session: vector.sessionOverride === undefined ? null : readSessionEntry(vector.sessionOverride),
            sessionKey: vector.sessionKey ?? null,
            job:
              vector.policy === 'cron'
                ? { model: vector.cronPayload?.model ?? null, fallbacks: vector.cronPayload?.fallbacks ?? null }
                : null,
            isOneOff: false,
          },
          policy.run.selection,
        ).override
  const requested = vector.requested ?? { provider: '', model: '' }
  return { chain: candidateChain(config, { agentId, requested, fallbacksOverride: override }, policy), override }
}

export function chainChecks(vectors: readonly ChainVector[]): readonly Check[] {
  return vectors.flatMap((vector) => RELEASES.flatMap((release) => checksOf(vector, release)))
}

function checksOf(vector: ChainVector, release: RunRelease): Check[] {
  const name = `${vector.name} (${release})`
  const older = vector.olderVersions?.[release]
  const build = (): BuiltChain => buildChain(vector, release)
  const checks: Check[] = [
    {
      name,
      expected: older?.expectedCandidates ?? vector.expectedCandidates,
      actual: () => build().chain.candidates.map(({ provider, model }) => `${provider}/${model}`),
    },
  ]
  if (vector.expectedRouteOrigins && older === undefined)
    checks.push({
      name: `${name}, origins`,
      expected: vector.expectedRouteOrigins,
      actual: () => build().chain.candidates.map(({ origin }) => origin),
    })
  const override = older ? older.expectedFallbacksOverride : vector.expectedFallbacksOverride
  if (override !== undefined)
    checks.push({ name: `${name}, override`, expected: override, actual: () => build().override })
  if (vector.expectedError !== undefined)
    checks.push({
      name: `${name}, error`,
      expected: vector.expectedError,
      actual: () => (build().chain.candidates.length === 0 ? NO_IMAGE_MODEL : null),
    })
  return checks
}

/** Chain vectors: the expectation of the newest release; `olderVersions` those that differ, the rest agree. */
export const chainFormat: VectorFormat = {
  name: 'chain-vectors',
  run: (vectors) => runChecks(chainChecks(vectors as readonly ChainVector[])),
}
