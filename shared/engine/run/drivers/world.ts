import type { Policy } from '../../policy/index.ts'
import { own } from '../../record.ts'
import type { Rotation } from '../../rotation/index.ts'
import type { SessionEntry } from '../../sessions/entry.ts'
import { clearOverride, persistOverride, rollBackOverride } from '../../sessions/override.ts'
import type { UsageStats } from '../../store/types.ts'
import { applyWindowEvent, type WindowEffect } from '../../windows/index.ts'
import type { RunEffect, RunReply, RunView, Suspension } from '../effects.ts'
import { EMPTY_MEMORY, remember, type RunMemory } from '../memory.ts'
import type { NoticeTransition } from '../notices.ts'
import type { RunRecord } from '../records.ts'

/** Everything a run reads and changes, as plain data: what a store, a session file and a clock are to a live run. */
export interface World {
  /** Epoch ms */
  readonly nowMs: number
  /** null: there is no store. */
  readonly rotation: Rotation | null
  readonly memory: RunMemory
  readonly session: SessionEntry | null
}

export function emptyWorld(nowMs: number, rotation: Rotation | null): World {
  return { nowMs, rotation, memory: EMPTY_MEMORY, session: null }
}

/** What a run left behind in a world. */
export interface Traces {
  /** In the order in which they were kept. */
  readonly records: readonly KeptRecord[]
  readonly notices: readonly NoticeTransition[]
  readonly suspensions: readonly Suspension[]
}

export interface KeptRecord {
  readonly atMs: number
  readonly record: RunRecord
  /** It repeats another and is only counted in the log. */
  readonly isRepeat: boolean
}

/** A world in which time passes and effects take place, for the drivers that have no other. */
export interface ActingWorld {
  /** Moves the clock, never back. */
  advanceTo(nowMs: number): void
  now(): number
  /** Answers every effect but calls and waits. */
  answer(effect: Exclude<RunEffect, { kind: 'call' | 'wait' }>): RunReply
  state(): World
  traces(): Traces
}

export function actingWorld(start: World, policy: Policy): ActingWorld {
  let { nowMs, rotation, memory, session } = start
  const records: KeptRecord[] = []
  const notices: NoticeTransition[] = []
  const suspensions: Suspension[] = []
  return {
    advanceTo(atMs) {
      nowMs = Math.max(nowMs, atMs)
    },
    now: () => nowMs,
    answer(effect) {
      switch (effect.kind) {
        case 'observe':
          return { nowMs, rotation, memory, session } satisfies RunView
        case 'emit':
          records.push({ atMs: nowMs, record: effect.record, isRepeat: effect.isRepeat })
          return null
        case 'remember':
          memory = remember(memory, effect.change, policy.run)
          return null
        case 'record_profile': {
          if (!rotation) return NOTHING_RECORDED
          const stats = own(rotation.store.usageStats, effect.profileId) ?? null
          const context = {
            policy,
            provider: effect.provider,
            nowMs: effect.atMs,
            isInherited: rotation.store.inheritedIds.has(effect.profileId),
          }
          const change = applyWindowEvent(stats, effect.event, context)
          if (change.stats && change.stats !== stats) rotation = withStats(rotation, effect.profileId, change.stats)
          return change
        }
        case 'persist_override': {
          const written = session && persistOverride(session, effect.before, effect.after)
          session = written ?? session
          return written ? 'written' : 'conflict'
        }
        case 'roll_back_override':
          session = session && rollBackOverride(session, effect.before, effect.after)
          return null
        case 'clear_override':
          session = session && clearOverride(session, effect.before)
          return null
        case 'suspend_session':
          suspensions.push(effect.suspension)
          return null
        case 'notice':
          notices.push(effect.transition)
          session = session && { ...session, notice: effect.next }
          return null
      }
    },
    state: () => ({ nowMs, rotation, memory, session }),
    traces: () => ({ records, notices, suspensions }),
  }
}

const NOTHING_RECORDED: WindowEffect = { stats: null, ignored: 'no_record', windows: [], counters: null, times: [] }

/** The same store with other records of one profile; everything else that is indexed stays. */
function withStats(rotation: Rotation, profileId: string, stats: UsageStats): Rotation {
  const usageStats = { ...rotation.store.usageStats, [profileId]: stats }
  return { ...rotation, store: { ...rotation.store, usageStats }, bases: new Map() }
}
