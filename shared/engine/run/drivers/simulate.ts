import type { ProviderCall, Wait } from '../effects.ts'
import { CALL_FAILURE, type CallOutcome } from '../outcomes.ts'
import { runChain } from '../run-chain.ts'
import type { Classify, RunRequest, RunResult } from '../types.ts'
import { drive } from './drive.ts'
import { actingWorld, type Traces, type World } from './world.ts'

/** An outcome without the instant at which it comes; that follows from how long it takes. */
export type ScriptedOutcome = {
  readonly [K in CallOutcome['kind']]: Omit<Extract<CallOutcome, { kind: K }>, 'endedAtMs'>
}[CallOutcome['kind']] & {
  /** ms; absent: it comes at once. */
  readonly tookMs?: number
}

/** What the providers answer. The same call of a script always gives the same outcome. */
export type Script = (call: ProviderCall, callIndex: number) => ScriptedOutcome

/** One call as it was made and answered. */
export interface RecordedCall {
  readonly call: ProviderCall
  readonly startedAtMs: number
  readonly outcome: CallOutcome
}

/** Everything that came from outside during a run: enough to run it again. */
export interface RunRecording {
  readonly calls: readonly RecordedCall[]
  /** Epoch ms at which each wait ended, in order. */
  readonly waitsEndedAtMs: readonly number[]
}

export interface Simulation extends Traces {
  readonly result: RunResult
  readonly recording: RunRecording
  /** The world afterwards: the start of the next run. */
  readonly world: World
}

export interface SimulationOptions {
  /** How long a wait takes, in ms; absent: its length in the middle of its jitter, and no less than its floor. */
  readonly lengthOfWait?: (wait: Wait) => number
}

/** Runs a request on a virtual clock with scripted outcomes. The same input always gives the same output. */
export function simulate(
  request: RunRequest,
  classify: Classify,
  start: World,
  script: Script,
  options: SimulationOptions = {},
): Simulation {
  const world = actingWorld(start, request.policy)
  const lengthOfWait = options.lengthOfWait ?? plainLength
  const calls: RecordedCall[] = []
  const waitsEndedAtMs: number[] = []
  const result = drive(runChain(request, classify), (effect) => {
    switch (effect.kind) {
      case 'call': {
        const startedAtMs = world.now()
        const { tookMs, ...scripted } = script(effect.call, calls.length)
        world.advanceTo(startedAtMs + (tookMs ?? 0))
        const outcome: CallOutcome = { ...scripted, endedAtMs: world.now() }
        calls.push({ call: effect.call, startedAtMs, outcome })
        return outcome
      }
      case 'wait':
        world.advanceTo(world.now() + lengthOfWait(effect.wait))
        waitsEndedAtMs.push(world.now())
        return null
      default:
        return world.answer(effect)
    }
  })
  return { result, recording: { calls, waitsEndedAtMs }, world: world.state(), ...world.traces() }
}

function plainLength({ lengthMs, jitter, floorMs }: Wait): number {
  return Math.max(floorMs, (lengthMs * (jitter.from + jitter.to)) / 2)
}

/** An answer for scripts. */
export function answer(value: unknown, tookMs = 0): ScriptedOutcome {
  return { kind: 'answered', value, isEmpty: false, flaw: null, stopReason: null, tookMs }
}

/** A failure for scripts; what is not given is unknown. */
export function failure(facts: Partial<typeof CALL_FAILURE>, tookMs = 0): ScriptedOutcome {
  return { kind: 'failed', failure: { ...CALL_FAILURE, ...facts }, tookMs }
}
