import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { createHost } from '../../../electron/host/index.ts'
import { writeStateDirectory } from '../../support/write-state-directory.ts'
import { median, percentile, type Benchmark } from '../measure.ts'

const SAMPLES = 40

/** From the rename of a changed file to the change at a subscriber, 20 agents × 50 profiles. */
export const pushBenchmark: Benchmark = {
  name: 'push',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
    const homeDir = mkdtempSync(join(tmpdir(), 'switchyard-bench-home-'))
    writeStateDirectory(folder, 'J', { agents: 20, profilesPerAgent: 50 }, Date.now())
    const host = createHost({ runtime: 'node', version: '0', initialDirectory: folder, env: {}, homeDir })
    try {
      await host.ready
      const feed = await createRouterClient(host.router).state.watch()
      await feed.next()
      const stateFile = join(folder, 'agents/agent-7/agent/auth-state.json')
      const timesMs: number[] = []
      for (let sample = 0; sample < SAMPLES; sample++) {
        const lastUsed = Date.now() - sample * 1000
        writeFileSync(
          `${stateFile}.tmp`,
          JSON.stringify({ usageStats: { 'anthropic:user-7-0@example.com': { lastUsed } } }),
        )
        const start = performance.now()
        renameSync(`${stateFile}.tmp`, stateFile)
        await feed.next()
        timesMs.push(performance.now() - start)
      }
      await feed.return?.(undefined)
      return [
        { name: 'file change to pushed change, median', value: median(timesMs), unit: 'ms', target: 100 },
        {
          name: 'file change to pushed change, 95th percentile',
          value: percentile(timesMs, 0.95),
          unit: 'ms',
          target: null,
        },
      ]
    } finally {
      await host.close()
      for (const path of [folder, homeDir]) rmSync(path, { recursive: true, force: true })
    }
  },
}
