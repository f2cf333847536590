import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeStateDirectory, type Layout } from '../../support/write-state-directory.ts'
import { median, type Benchmark, type Measure } from '../measure.ts'

const SAMPLES = 7

/** Reading 20 agents with 50 profiles each, cold: the first read of a fresh process. */
export const readBenchmark: Benchmark = {
  name: 'read',
  async run() {
    return [
      measureLayout('J', 'JSON files'),
      measureLayout('S1', 'SQLite per agent'),
      measureLayout('S2', 'shared SQLite'),
    ]
  },
}

function measureLayout(layout: Layout, title: string): Measure {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
  try {
    writeStateDirectory(folder, layout, { agents: 20, profilesPerAgent: 50 }, Date.now())
    const reader = join(import.meta.dirname, 'read-once.ts')
    const timesMs = Array.from({ length: SAMPLES }, () =>
      Number(execFileSync(process.execPath, [reader, folder], { encoding: 'utf8' })),
    )
    return { name: `cold read, 20 agents × 50 profiles, ${title}`, value: median(timesMs), unit: 'ms', target: 150 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
