import type { ProviderCall } from '../effects.ts'
import { CALL_FAILURE, type CallOutcome } from '../outcomes.ts'
import { runChain } from '../run-chain.ts'
import type { Classify, RunRequest, RunResult } from '../types.ts'
import { drive } from './drive.ts'
import type { RunRecording } from './simulate.ts'
import { actingWorld, type Traces, type World } from './world.ts'

/** A call that the machine makes now and did not make then, or the other way round. */
export interface Divergence {
  /** 0-based number of the call. */
  readonly callIndex: number
  /** null: the recording has no further call. */
  readonly recorded: Pick<ProviderCall, 'provider' | 'model' | 'profileId'> | null
  /** null: the machine ended before this call. */
  readonly made: Pick<ProviderCall, 'provider' | 'model' | 'profileId'> | null
}

export interface Replay extends Traces {
  readonly result: RunResult
  readonly world: World
  /** Empty: the rules decide as they did. From the first on, what was recorded answers calls it was not made for. */
  readonly divergences: readonly Divergence[]
}

/**
 * Runs a request again with the outcomes of a recording, at the times of the recording: under the same rules the same
 * run, under others the answer to "what would have happened".
 */
export function replay(request: RunRequest, classify: Classify, start: World, recording: RunRecording): Replay {
  const world = actingWorld(start, request.policy)
  const divergences: Divergence[] = []
  let callIndex = 0
  let waitIndex = 0
  const result = drive(runChain(request, classify), (effect) => {
    switch (effect.kind) {
      case 'call': {
        const recorded = recording.calls[callIndex]
        if (!recorded || !isSameCall(recorded.call, effect.call))
          divergences.push({ callIndex, recorded: recorded ? nameOf(recorded.call) : null, made: nameOf(effect.call) })
        callIndex++
        const outcome = recorded?.outcome ?? notRecorded(world.now())
        world.advanceTo(outcome.endedAtMs)
        return outcome
      }
      case 'wait': {
        const endedAtMs = recording.waitsEndedAtMs[waitIndex]
        waitIndex++
        if (endedAtMs !== undefined) world.advanceTo(endedAtMs)
        return null
      }
      default:
        return world.answer(effect)
    }
  })
  for (const { call } of recording.calls.slice(callIndex))
    divergences.push({ callIndex: callIndex++, recorded: nameOf(call), made: null })
  return { result, divergences, world: world.state(), ...world.traces() }
}

function isSameCall(a: ProviderCall, b: ProviderCall): boolean {
  return a.provider === b.provider && a.model === b.model && a.profileId === b.profileId
}

function nameOf({ provider, model, profileId }: ProviderCall): Divergence['recorded'] {
  return { provider, model, profileId }
}

function notRecorded(nowMs: number): CallOutcome {
  const failure = { ...CALL_FAILURE, name: 'NotRecordedError', message: 'The recording holds no such call.' }
  return { kind: 'failed', failure, endedAtMs: nowMs }
}
