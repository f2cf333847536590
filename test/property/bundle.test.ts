import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAliases } from '../../electron/bundle/aliases.ts'
import { createPrivateText } from '../../electron/bundle/private-text.ts'
import { readBundle, writeBundle, type BundleNames } from '../../electron/bundle/index.ts'
import type { DecisionEvent, LogEvent } from '../../electron/logs/index.ts'
import type { BundleOptions } from '../../shared/contract/history/index.ts'
import { shortHash } from '../../shared/engine/index.ts'
import { CANARY_DECISION, CANARY_EVENTS, canarySource } from '../support/bundle-source.ts'
import { temporaryFolder } from '../support/fixture-copy.ts'

const OPTIONS: BundleOptions = { fromMs: null, toMs: null, withErrorTexts: false, withSessionIds: false }
let folder: ReturnType<typeof temporaryFolder>
let files = 0
beforeAll(() => (folder = temporaryFolder()))
afterAll(() => folder.remove())

const id = fc.constantFrom('a', 'b', 'anna', 'agent:x:y', 'sess-1', 'run:1', '__proto__', 'ünïcode', 'with space')
const anyBase = fc.record({
  atMs: fc.nat({ max: 2 ** 40 }),
  isTimed: fc.boolean(),
  runId: fc.option(id),
  sessionId: fc.option(id),
  agentId: fc.option(id),
  lane: fc.option(fc.oneof(id, fc.constantFrom('main', 'cron'))),
  line: fc.option(fc.nat()),
})
const decisions = anyBase.map((base): DecisionEvent => ({ ...CANARY_DECISION, ...base, parent: null }))
const others = fc
  .tuple(anyBase, fc.constantFrom(...CANARY_EVENTS), id)
  .map(([base, event, profileId]): LogEvent =>
    Object.assign(structuredClone(event), base, { parent: null }, event.kind === 'profile_state' ? { profileId } : {}),
  )

/** Names in the order in which they are met, as a history gives them. */
function namesOf(events: readonly LogEvent[]): BundleNames {
  const all = (nameOf: (event: LogEvent) => string | null): string[] => [
    ...new Set(events.flatMap((event) => nameOf(event) ?? [])),
  ]
  return {
    profiles: events.flatMap((event) =>
      'profileId' in event && event.profileId !== null ? { id: event.profileId, provider: event.provider } : [],
    ),
    agents: all(({ agentId }) => agentId),
    sessions: all(({ sessionId }) => sessionId),
    runs: all(({ runId }) => runId),
  }
}

async function throughBundle(records: readonly LogEvent[]): Promise<LogEvent[]> {
  const path = join(folder.path, `${files++}.zip`)
  const names = namesOf(records)
  const parts = {
    facts: null,
    findings: [],
    problems: [],
    privateWords: [],
    names,
    decisions: () => records.filter(({ kind }) => kind === 'decision'),
    others: () => records.filter(({ kind }) => kind !== 'decision'),
  }
  await writeBundle(path, canarySource(parts), OPTIONS)
  const bundle = await readBundle(path)
  const read: LogEvent[] = []
  for await (const batch of bundle.events()) read.push(...batch)
  await bundle.close()
  return read
}

test('what was read from a bundle goes through another one unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(decisions, { maxLength: 8 }),
      fc.array(others, { maxLength: 8 }),
      async (first, second) => {
        const once = await throughBundle([...first, ...second])
        expect(once).toHaveLength(first.length + second.length)
        expect(await throughBundle(once)).toEqual(once)
      },
    ),
    { numRuns: 40 },
  )
})

test('records that named the same thing still do, and others do not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(decisions, { minLength: 1, maxLength: 10 }), async (records) => {
      const read = await throughBundle(records)
      for (const field of ['runId', 'sessionId', 'agentId', 'lane'] as const) {
        const names = new Map(records.map((record, index) => [record[field], read[index]?.[field]]))
        expect(new Set(names.values()).size).toBe(names.size)
        records.forEach((record, index) => expect(read[index]?.[field]).toBe(names.get(record[field])))
      }
    }),
    { numRuns: 40 },
  )
})

const letters = fc.stringMatching(/^[a-z]{4,12}$/)
const planted = fc.oneof(
  fc.tuple(letters, letters).map(([name, host]) => `${name}@${host}.example`),
  fc.tuple(letters, letters).map(([provider, name]) => `${provider}:${name}-account`),
  letters.map((name) => `sk-${name}0123456789abcdef`),
)

test('a known name is in no cleaned text, however it is written there', () => {
  fc.assert(
    fc.property(
      planted,
      fc.string({ maxLength: 30 }),
      fc.string({ maxLength: 30 }),
      fc.boolean(),
      (name, before, after, isLoud) => {
        const aliases = createAliases(false)
        aliases.profile(name, 'openai')
        const cleaned = createPrivateText(aliases).clean(
          `${before}${isLoud ? name.toUpperCase() : name}${after} ${shortHash(name)}`,
        )
        expect(cleaned.toLowerCase()).not.toContain(name)
        expect(cleaned).not.toContain(shortHash(name))
      },
    ),
    { numRuns: 500 },
  )
})
