import {
  answer,
  CALL_FAILURE,
  drive,
  failure,
  runChain,
  simulate,
  type CallOutcome,
  type RunRequest,
  type RunView,
  type Script,
  type World,
} from '../../../shared/engine/index.ts'
import { classify, NOW_MS, requestOf, worldOf } from '../../support/run-world.ts'
import { timePerCallUs, type Benchmark, type Measure } from '../measure.ts'

const TARGET_RUN_US = 100
/** 50,000 runs a second. */
const TARGET_SIMULATION_US = 20

/** The cost of the machine itself: the time of providers, stores and clocks is not in it. */
export const runBenchmark: Benchmark = {
  name: 'run',
  async run() {
    const world = worldOf()
    const request = requestOf()
    const refused = failure({ status: 401, message: '401 Incorrect API key provided' })
    const allButLast: Script = ({ profileId }) => (profileId === 'three:c' ? answer('hello') : refused)
    const limited = failure({ status: 429, message: '429 Too Many Requests' })
    const fallback: Script = ({ provider }) => (provider === 'one' ? limited : answer('hello'))
    const byCaller: RunRequest = { ...request, profiles: 'caller' }
    const measure = (name: string, target: number | null, call: () => void): Measure => ({
      name,
      value: timePerCallUs(call, 2000),
      unit: 'µs',
      target,
    })
    return [
      measure('run, 3 candidates × 3 profiles, all but the last fail', TARGET_RUN_US, () => {
        driveBare(request, world)
      }),
      measure('the same, simulated with its store and records', null, () => {
        simulate(request, classify, world, allButLast)
      }),
      measure('simulate, the first candidate answers', TARGET_SIMULATION_US, () => {
        simulate(request, classify, world, () => answer('hello'))
      }),
      measure('simulate, one fallback', TARGET_SIMULATION_US, () => {
        simulate(byCaller, classify, world, fallback)
      }),
    ]
  },
}

/** The machine with answers that cost nothing. */
function driveBare(request: RunRequest, { rotation, memory }: World): void {
  const view: RunView = { nowMs: NOW_MS, rotation, memory, session: null }
  const unchanged = { stats: null, ignored: 'no_record', windows: [], counters: null, times: [] } as const
  drive(runChain(request, classify), (effect) => {
    if (effect.kind === 'observe') return view
    if (effect.kind === 'call') return effect.call.profileId === 'three:c' ? ANSWERED : REFUSED
    if (effect.kind === 'record_profile') return unchanged
    return null
  })
}

const ANSWERED: CallOutcome = {
  kind: 'answered',
  value: 'hello',
  isEmpty: false,
  flaw: null,
  stopReason: null,
  endedAtMs: NOW_MS,
}
const REFUSED: CallOutcome = {
  kind: 'failed',
  failure: { ...CALL_FAILURE, status: 401, message: '401 Incorrect API key provided' },
  endedAtMs: NOW_MS,
}
