import {
  answer,
  failure,
  simulate,
  type KeptRecord,
  type Policy,
  type Script,
  type ScriptedOutcome,
  type World,
} from '../../../shared/engine/index.ts'
import { classify, requestOf, worldOf } from '../run-world.ts'
import { createRandom, type Random } from './random.ts'

/** One run of the engine, with what it left in its log. */
export interface GeneratedRun {
  readonly runId: string
  readonly sessionId: string
  readonly agentId: string
  readonly records: readonly KeptRecord[]
}

export interface TrafficOptions {
  readonly seed: number
  readonly runs: number
  /** Epoch ms of the first run. */
  readonly startMs: number
  readonly policy?: Policy
  readonly agents?: number
  readonly sessionsPerAgent?: number
}

const MINUTE_MS = 60_000
const PROVIDERS = ['one', 'two', 'three'] as const
const AGENTS = ['main', 'ops', 'research', 'writer', 'support'] as const

type Trouble = (random: Random) => ScriptedOutcome

const TROUBLES: readonly [Trouble, ...Trouble[]] = [
  (random) => failure({ status: 429, message: `429 Too Many Requests` }, random.between(200, 900)),
  (random) =>
    failure(
      { status: 529, message: '529 {"type":"overloaded_error","message":"Overloaded"}' },
      random.between(200, 2000),
    ),
  (random) => failure({ status: 503, message: '503 Service temporarily unavailable' }, random.between(900, 4000)),
  (random) => failure({ status: 401, message: '401 Incorrect API key provided' }, random.between(90, 400)),
  (random) =>
    failure({ status: 402, message: '402 Your credit balance is too low to access the API' }, random.between(90, 400)),
  (random) =>
    failure(
      { name: 'TimeoutError', message: 'The request timed out', code: 'ETIMEDOUT' },
      random.between(30_000, 60_000),
    ),
  (random) =>
    failure(
      { status: 400, message: `400 messages.${random.between(1, 60)}: this field is required` },
      random.between(90, 400),
    ),
  (random) =>
    failure(
      { status: 404, message: '404 The model does not exist or you do not have access to it.' },
      random.between(90, 400),
    ),
]

/** A time in which a provider, or one account of it, fails in one way. */
interface Outage {
  readonly provider: string
  /** null: all of them. */
  readonly profileId: string | null
  readonly untilMs: number
  readonly trouble: Trouble
}

/** Runs of several agents and sessions, one after another, through outages, limits and recoveries. */
export function* traffic(options: TrafficOptions): Generator<GeneratedRun> {
  const { seed, runs, startMs, policy, agents = AGENTS.length, sessionsPerAgent = 8 } = options
  const random = createRandom(seed)
  const sessions = AGENTS.slice(0, agents).flatMap((agentId) =>
    Array.from({ length: sessionsPerAgent }, () => ({ agentId, sessionId: random.uuid() })),
  )
  let world: World = { ...worldOf({ ...(policy && { policy }), session: null }), nowMs: startMs }
  let outages: Outage[] = []
  for (let index = 0; index < runs; index++) {
    const nowMs = world.nowMs + random.between(200, 20_000)
    world = atTime(world, nowMs)
    outages = outages.filter(({ untilMs }) => untilMs > nowMs)
    if (random.next() < 0.06) outages.push(newOutage(random, nowMs))
    const { agentId, sessionId } = sessions[random.between(0, sessions.length)] ?? {
      agentId: 'main',
      sessionId: 'main',
    }
    const runId = random.uuid()
    const request = requestOf({
      ...(policy && { policy }),
      runId,
      sessionId,
      sessionKey: `agent:${agentId}:main`,
      lane: random.next() < 0.9 ? 'main' : 'cron-nested',
      mayPersist: false,
    })
    const simulated = simulate(request, classify, world, scriptOf(outages, random))
    world = simulated.world
    if (simulated.records.length > 0) yield { runId, sessionId, agentId, records: simulated.records }
  }
}

function atTime(world: World, nowMs: number): World {
  return { ...world, nowMs, session: null }
}

function newOutage(random: Random, nowMs: number): Outage {
  const provider = random.pick(PROVIDERS)
  return {
    provider,
    profileId: random.next() < 0.35 ? `${provider}:${random.pick(['a', 'b', 'c'])}` : null,
    untilMs: nowMs + random.between(MINUTE_MS, 40 * MINUTE_MS),
    trouble: random.pick(TROUBLES),
  }
}

function scriptOf(outages: readonly Outage[], random: Random): Script {
  return ({ provider, profileId }) => {
    const outage = outages.find(
      (candidate) => candidate.provider === provider && (candidate.profileId ?? profileId) === profileId,
    )
    if (outage !== undefined && random.next() < 0.95) return outage.trouble(random)
    return answer('hello', random.between(800, 9000))
  }
}
