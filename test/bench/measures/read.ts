import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStateDirectory } from '../../../electron/openclaw/index.ts'
import type { DirectoryState } from '../../../shared/contract/types.ts'
import { stateMessageSchema } from '../../../shared/contract/schemas/state.ts'
import { writeStateDirectory, type Layout } from '../../support/write-state-directory.ts'
import { median, timePerCallUs, type Benchmark, type Measure } from '../measure.ts'

const SAMPLES = 7

/** Reading 20 agents with 50 profiles each, cold: the first read of a fresh process. */
export const readBenchmark: Benchmark = {
  name: 'read',
  async run() {
    return [
      measureLayout('J', 'JSON files'),
      measureLayout('S1', 'SQLite per agent'),
      measureLayout('S2', 'shared SQLite'),
      await measureValidation(),
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

/** What the contract costs a very large directory: its facts are checked, and stripped of all that is unknown. */
async function measureValidation(): Promise<Measure> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
  try {
    writeStateDirectory(folder, 'J', { agents: 1, profilesPerAgent: 10_000 }, Date.now())
    const reading = await readStateDirectory(folder, { env: {} })
    if (!('facts' in reading)) throw new Error(reading.message)
    const { facts, problems } = reading
    const directory: DirectoryState = {
      path: folder,
      kind: 'attached',
      facts,
      policySource: 'version',
      problems,
      transitions: [],
      readAtMs: 0,
      configRevision: null,
      gateway: { running: null, lastEdit: null },
      vault: null,
      bundle: null,
    }
    const message = { kind: 'snapshot', seq: 0, hostNowMs: 0, state: { kind: 'open', directory } }
    const value = timePerCallUs(() => stateMessageSchema.parse(message), 20) / 1000
    return { name: 'contract, snapshot of 10,000 profiles', value, unit: 'ms', target: 100 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
