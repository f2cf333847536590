import {
  recordReprobe,
  recordSuccess,
  windowsOf,
  type UsageStats,
  type WindowContext,
  type WindowEffect,
} from '../../shared/engine/index.ts'
import type { CallConclusion } from './interpret-call.ts'

/**
 * The model that a re-check has to call: one that a running window is limited to, so that the answer is about what is
 * locked; otherwise the given one.
 *
 * @param model what would be called anyway; null: nothing is known
 */
export function modelForRecheck(stats: UsageStats | null, context: WindowContext, model: string | null): string | null {
  return scopedModels(stats, context)[0] ?? model
}

/**
 * What a re-check changes in the records: a success ends what is locked, and the usage endpoint may end or shorten a
 * block. A failure is only told: it was not a run that failed, so it counts nothing and no lock ever gets longer by it.
 *
 * @returns null: nothing is to be recorded
 */
export function effectOfRecheck(
  stats: UsageStats | null,
  conclusion: CallConclusion,
  context: WindowContext,
): WindowEffect | null {
  if (conclusion.usageProbe !== null) {
    const effect = recordReprobe(stats, conclusion.usageProbe, context)
    const isLonger = effect.windows.some(({ action }) => action === 'opened' || action === 'extended')
    return effect.ignored !== null || isLonger ? null : effect
  }
  if (conclusion.outcome !== 'ok') return null
  // A success with one model says nothing about the limit of another one.
  const scoped = scopedModels(stats, context)
  if (scoped.some((model) => model !== conclusion.model)) return null
  return recordSuccess(stats, context)
}

function scopedModels(stats: UsageStats | null, { policy, provider, nowMs }: WindowContext): readonly string[] {
  if (stats === null) return []
  return windowsOf(stats, policy, provider, nowMs).flatMap(({ model }) => model ?? [])
}
