import { isDeepStrictEqual } from 'node:util'
import {
  createRotation,
  effectiveStore,
  ORDER_RULES_BY_RELEASE,
  POLICIES,
  readAuthStore,
  readFailoverConfig,
  resolveOrder,
  type Policy,
  type Release,
} from '../../../shared/engine/index.ts'
import type { VectorFailure, VectorFormat } from './format.ts'

/** One recorded call of the order resolver. */
export interface RotationVector {
  readonly name: string
  readonly now: number
  readonly provider: string
  readonly preferredProfile?: string
  readonly forModel?: string
  readonly aliases?: Readonly<Record<string, string>>
  readonly config: unknown
  readonly store: unknown
  readonly expectedOrder: readonly string[]
  readonly expectedHasExplicitOrder: boolean
  readonly expectedByVersion?: Partial<Record<Release, readonly string[]>>
}

export const RELEASES = Object.keys(ORDER_RULES_BY_RELEASE) as Release[]

/** Resolves the order of a vector as a release does. */
export function resolveVector(vector: RotationVector, release: Release): { order: string[]; isExplicit: boolean } {
  const rules = ORDER_RULES_BY_RELEASE[release]
  const order = { ...rules, authAliases: { ...rules.authAliases, ...vector.aliases } }
  const policy: Policy = { ...POLICIES['openclaw-2026.9'], order }
  const store = effectiveStore(null, readAuthStore(vector.store, undefined, order), order)
  const result = resolveOrder(createRotation(policy, readFailoverConfig(vector.config), store), {
    provider: vector.provider,
    nowMs: vector.now,
    model: vector.forModel,
    preferredProfileId: vector.preferredProfile,
  })
  return { order: result.entries.map(({ profileId }) => profileId), isExplicit: result.isExplicit }
}

/** Rotation vectors: `expectedOrder` is the newest release, `expectedByVersion` those that differ; the rest agree. */
export const rotationFormat: VectorFormat = {
  name: 'rotation-vectors',
  run(vectors) {
    const failures: VectorFailure[] = []
    let checks = 0
    for (const vector of vectors as readonly RotationVector[]) {
      for (const release of RELEASES) {
        checks += 1
        const expected = vector.expectedByVersion?.[release] ?? vector.expectedOrder
        const actual = resolveVector(vector, release)
        if (!isDeepStrictEqual(actual.order, expected))
          failures.push({ name: `${vector.name} (${release})`, expected, actual: actual.order })
      }
      checks += 1
      const { isExplicit } = resolveVector(vector, '2026.9.6')
      if (isExplicit !== vector.expectedHasExplicitOrder)
        failures.push({
          name: `${vector.name} (explicit order)`,
          expected: vector.expectedHasExplicitOrder,
          actual: isExplicit,
        })
    }
    return { passed: checks - failures.length, failures }
  },
}
