import {
  createRotation,
  effectiveStore,
  POLICIES,
  readAuthStore,
  readFailoverConfig,
  resolveOrder,
  type Rotation,
} from '../../../shared/engine/index.ts'
import { timePerCallUs, type Benchmark } from '../measure.ts'

const NOW_MS = 1_770_000_000_000
const POLICY = POLICIES['openclaw-2026.9']

/** The order of one provider with many profiles: a third each of OAuth, tokens and keys, every seventh in a window. */
export const orderBenchmark: Benchmark = {
  name: 'order',
  async run() {
    const sizes = [
      { profiles: 10, target: null },
      { profiles: 100, target: null },
      { profiles: 1000, target: 120 },
    ]
    const large = rotationOf(1000)
    const explicit = rotationOf(1000, true)
    const uses = Object.values(large.store.usageStats).map(({ lastUsedMs }) => lastUsedMs ?? 0)
    const sortUs = timePerCallUs(() => uses.toSorted((a, b) => a - b))
    const orderUs = timePerCallUs(() => resolveOrder(large, { provider: 'acme', nowMs: NOW_MS }))
    return [
      ...sizes.map(({ profiles, target }) => {
        const rotation = rotationOf(profiles)
        const value = timePerCallUs(() => resolveOrder(rotation, { provider: 'acme', nowMs: NOW_MS }))
        return { name: `order by rotation, ${profiles} profiles`, value, unit: 'µs', target } as const
      }),
      {
        name: 'order as listed, 1000 profiles',
        value: timePerCallUs(() => resolveOrder(explicit, { provider: 'acme', nowMs: NOW_MS })),
        unit: 'µs',
        target: 120,
      },
      {
        name: 'index and order, 1000 profiles, once a change',
        value: timePerCallUs(() => resolveOrder(rotationOf(large), { provider: 'acme', nowMs: NOW_MS })),
        unit: 'µs',
        target: null,
      },
      { name: 'order of 1000 beside sorting 1000 numbers', value: orderUs / sortUs, unit: '×', target: null },
    ]
  },
}

function rotationOf(source: number | Rotation, isListed = false): Rotation {
  if (typeof source !== 'number') return createRotation(POLICY, source.config, source.store)
  const profiles: Record<string, object> = {}
  const usageStats: Record<string, object> = {}
  for (let index = 0; index < source; index++) {
    const id = `acme:user-${index}@example.com`
    const types = [
      { type: 'oauth', access: 'example', refresh: 'example', expires: NOW_MS + ((index % 5) - 2) * 1_000_000 },
      { type: 'token', token: 'example' },
      { type: 'api_key', key: 'example' },
    ]
    profiles[id] = { provider: 'acme', ...types[index % 3] }
    // A fixed spread of times in no order.
    const lastUsed = NOW_MS - ((index * 7_919_317) % 1_000_000_007)
    usageStats[id] =
      index % 7 === 0 ? { lastUsed, cooldownUntil: NOW_MS + ((index * 31_337) % 600_000) + 1 } : { lastUsed }
  }
  const config = readFailoverConfig(isListed ? { auth: { order: { acme: Object.keys(profiles).toReversed() } } } : {})
  const store = effectiveStore(null, readAuthStore({ profiles }, { usageStats }, POLICY.order), POLICY.order)
  return createRotation(POLICY, config, store)
}
