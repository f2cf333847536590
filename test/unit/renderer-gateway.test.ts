import { describe, expect, it } from 'vitest'
import {
  gatewayNews,
  gatewayWords,
  isStillNews,
  RELOAD_RISK,
  RELOAD_SENTENCE,
} from '../../renderer/features/gateway/gateway-sentences.ts'
import type { GatewayEdit } from '../../shared/contract/types.ts'

const EDIT: GatewayEdit = { atMs: 1000, what: 'windows', outcome: 'waiting', outcomeAtMs: null }
const when = (): string => 'at 10:03:12'

describe('a running OpenClaw', () => {
  it('is told with its port, and how that is known', () => {
    expect(gatewayWords({ port: 18789, evidence: 'port' })).toBe('OpenClaw is running on this directory (port 18789)')
    expect(gatewayWords({ port: 18789, evidence: 'lock' })).toMatch(/port 18789, by its lock/)
  })

  it.each([
    ['waiting', null, 'Locks were changed; waiting for OpenClaw to notice…', false],
    ['reloaded', 2000, 'Locks were changed, and OpenClaw read it again at 10:03:12.', false],
    ['restarted', 2000, 'Locks were changed, and OpenClaw restarted at 10:03:12.', false],
    ['keeps_own_copy', 2000, 'Locks were changed. OpenClaw keeps its own copy until it reloads.', true],
    [
      'not_confirmed',
      2000,
      'Locks were changed. OpenClaw has not said that it read it again, so it may still use its own copy.',
      true,
    ],
  ] as const)('after an edit: %s', (outcome, outcomeAtMs, text, offersReload) => {
    expect(gatewayNews({ ...EDIT, outcome, outcomeAtMs }, when)).toMatchObject({ text, offersReload })
  })

  it.each(['config', 'stored_order', 'windows', 'credentials'] as const)('names what was edited: %s', (what) => {
    expect(gatewayNews({ ...EDIT, what, outcome: 'reloaded' }, when).text).toMatch(
      / changed, and OpenClaw read it again\.$/,
    )
  })

  it('good news grows old, what is not settled stays', () => {
    const settled = { ...EDIT, outcome: 'reloaded', outcomeAtMs: 2000 } as const
    expect(isStillNews(settled, 61_999)).toBe(true)
    expect(isStillNews(settled, 62_000)).toBe(false)
    expect(isStillNews({ ...settled, outcomeAtMs: null }, 62_000)).toBe(true)
    expect(isStillNews({ ...settled, outcome: 'keeps_own_copy' }, 9_000_000)).toBe(true)
  })

  it('is made to reload only after saying how, and what may come of it', () => {
    expect(RELOAD_SENTENCE).toContain('auth.order.switchyard-reload')
    expect(RELOAD_SENTENCE).toContain('backup')
    expect(RELOAD_RISK).toContain('cut requests')
  })
})
