import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createRouterClient } from '@orpc/server'
import { createHost } from '../../../electron/host/index.ts'
import type { OrderTarget } from '../../../shared/contract/types.ts'
import { writeStateDirectory, type Layout } from '../../support/write-state-directory.ts'
import { median, percentile, type Benchmark, type Measure } from '../measure.ts'

const PROFILES = 1000
const PROVIDER = 'anthropic'
const SAVES = 60
const PAUSE_MS = 150
const OPENINGS = 9
const ACTS: readonly { readonly layout: Layout; readonly target: OrderTarget; readonly title: string }[] = [
  { layout: 'S1', target: 'stored', title: 'to the store, SQLite' },
  { layout: 'J', target: 'stored', title: 'to the store, JSON' },
  { layout: 'S1', target: 'config', title: 'to openclaw.json' },
]

/** Saving an order from the request to the answer, and opening, with 1,000 profiles; the disk is asked to keep it. */
export const saveBenchmark: Benchmark = {
  name: 'save',
  async run() {
    const measures: Measure[] = []
    for (const act of ACTS) measures.push(...(await measureSaving(act)))
    for (const layout of ['J', 'S1', 'S2'] as const) measures.push(await measureOpening(layout))
    return measures
  },
}

async function measureSaving({ layout, target, title }: (typeof ACTS)[number]): Promise<Measure[]> {
  const { folder, path } = directoryOf(layout)
  const host = createHost({ runtime: 'node', version: '0', initialDirectory: path, env: {}, homeDir: folder })
  try {
    await host.ready
    const client = createRouterClient(host.router)
    const ids = Array.from({ length: PROFILES / 5 }, (_, index) => `${PROVIDER}:user-0-${index * 5}@example.com`)
    const timesMs: number[] = []
    for (let round = 0; round < SAVES; round++) {
      ids.push(ids.shift() ?? '')
      const start = performance.now()
      await client.order.save({ agentId: 'main', provider: PROVIDER, target, profileIds: ids, base: null })
      timesMs.push(performance.now() - start)
      // As a person would: the next one comes when all that the last one caused is done.
      await delay(PAUSE_MS)
    }
    return [
      { name: `saving an order ${title}, median`, value: median(timesMs), unit: 'ms', target: null },
      { name: `saving an order ${title}, 95th percentile`, value: percentile(timesMs, 0.95), unit: 'ms', target: 30 },
    ]
  } finally {
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureOpening(layout: Layout): Promise<Measure> {
  const { folder, path } = directoryOf(layout)
  const host = createHost({ runtime: 'node', version: '0', env: {}, homeDir: folder })
  try {
    await host.ready
    const client = createRouterClient(host.router)
    const timesMs: number[] = []
    for (let round = 0; round < OPENINGS; round++) {
      const start = performance.now()
      await client.directory.open({ path })
      timesMs.push(performance.now() - start)
      await client.directory.close()
    }
    return { name: `opening 1,000 profiles, ${layout}, median`, value: median(timesMs), unit: 'ms', target: 100 }
  } finally {
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function directoryOf(layout: Layout): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
  const path = join(folder, 'state')
  writeStateDirectory(path, layout, { agents: 1, profilesPerAgent: PROFILES }, Date.now())
  return { folder, path }
}
