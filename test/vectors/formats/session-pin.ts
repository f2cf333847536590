import {
  createRotation,
  effectiveStore,
  ORDER_RULES_BY_RELEASE,
  PIN_RULES_BY_RELEASE,
  POLICIES,
  readAuthStore,
  readFailoverConfig,
  readSessionEntry,
  resolvePin,
  type PinDecision,
  type Policy,
  type Release,
} from '../../../shared/engine/index.ts'
import { runChecks, type Check } from './check.ts'
import type { VectorFormat } from './format.ts'

type PinRelease = keyof typeof PIN_RULES_BY_RELEASE

interface PinExpectation {
  readonly selected: string | null
  readonly authProfileOverride?: string
  readonly authProfileOverrideSource?: string
  readonly authProfileOverrideCompactionCount?: number
}

/** One recorded turn: the session before it, the profile chosen, and the session's pin after it. */
export interface SessionPinVector {
  readonly name: string
  readonly now: number
  readonly provider: string
  readonly model?: string
  readonly isNewSession: boolean
  readonly config: unknown
  readonly store: unknown
  readonly session: unknown
  readonly expected: PinExpectation
  readonly expectedByVersion?: Partial<Record<PinRelease, PinExpectation>>
}

const ORDER_OF: Readonly<Record<PinRelease, Release>> = {
  '2026.5.20': '2026.5.20',
  '2026.7.1': '2026.7.1',
  '2026.9.1': '2026.8.1',
  '2026.9.6': '2026.9.6',
}
const RELEASES = Object.keys(PIN_RULES_BY_RELEASE) as PinRelease[]

/** Settles the pin of a vector as a release does. */
export function settlePin(vector: SessionPinVector, release: PinRelease): PinDecision {
  const order = ORDER_RULES_BY_RELEASE[ORDER_OF[release]]
  const base = POLICIES['openclaw-2026.9']
  const policy: Policy = { ...base, order, run: { ...base.run, pins: PIN_RULES_BY_RELEASE[release] } }
  const store = effectiveStore(null, readAuthStore(vector.store, undefined, order), order)
  return resolvePin(createRotation(policy, readFailoverConfig(vector.config), store), {
    session: readSessionEntry(vector.session),
    providers: [vector.provider],
    model: vector.model ?? null,
    nowMs: vector.now,
    isNewSession: vector.isNewSession,
  })
}

/** The decision in the words of the vector: the profile, and the pin fields as they are afterwards, absent ones left out. */
function asRecorded(vector: SessionPinVector, { profileId, write }: PinDecision): PinExpectation {
  const before = readSessionEntry(vector.session)
  const { pinProfileId, pinSource, pinCompactionCount } = { ...before, ...write }
  return {
    selected: profileId,
    ...(pinProfileId === null ? {} : { authProfileOverride: pinProfileId }),
    ...(pinSource === null ? {} : { authProfileOverrideSource: pinSource }),
    ...(pinCompactionCount === null ? {} : { authProfileOverrideCompactionCount: pinCompactionCount }),
  }
}

export function sessionPinChecks(vectors: readonly SessionPinVector[]): readonly Check[] {
  return vectors.flatMap((vector) =>
    RELEASES.map((release) => ({
      name: `${vector.name} (${release})`,
      expected: vector.expectedByVersion?.[release] ?? vector.expected,
      actual: () => asRecorded(vector, settlePin(vector, release)),
    })),
  )
}

/** Session pin vectors: `expected` is the newest release, `expectedByVersion` those that differ; the rest agree. */
export const sessionPinFormat: VectorFormat = {
  name: 'session-pin-vectors',
  run: (vectors) => runChecks(sessionPinChecks(vectors as readonly SessionPinVector[])),
}
