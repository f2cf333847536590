import type { FailoverReason } from '../classification/failover-reason.ts'
import type { RunRules } from '../policy/index.ts'

/**
 * What is remembered between runs and forgotten with the process: data, passed in and out. Keys are texts made by the
 * machine; times are epoch ms. Older entries come first in each map.
 */
export interface RunMemory {
  /** Scope and provider to the time of the last probe (R44). */
  readonly probes: ReadonlyMap<string, number>
  /** Candidates that failed to sign in (R10). */
  readonly skips: ReadonlyMap<string, SkipEntry>
  /** Session and origin to the time of the last try of the origin (R06). */
  readonly originProbes: ReadonlyMap<string, number>
  /** Records that are counted instead of repeated. */
  readonly repeats: ReadonlyMap<string, RepeatEntry>
}

export interface SkipEntry {
  readonly reason: FailoverReason
  /** Epoch ms; at this instant the entry does not count any more. */
  readonly expiresAtMs: number
}

export interface RepeatEntry {
  readonly writtenAtMs: number
  readonly suppressed: number
}

export type MemoryChange =
  | { readonly kind: 'probed'; readonly key: string; readonly atMs: number }
  /** The probe marked at `atMs` was never made. */
  | { readonly kind: 'probe_returned'; readonly key: string; readonly atMs: number }
  | { readonly kind: 'skip'; readonly key: string; readonly entry: SkipEntry; readonly atMs: number }
  | { readonly kind: 'origin_probed'; readonly key: string; readonly atMs: number }
  | { readonly kind: 'repeat'; readonly key: string; readonly entry: RepeatEntry; readonly atMs: number }

export const EMPTY_MEMORY: RunMemory = {
  probes: new Map(),
  skips: new Map(),
  originProbes: new Map(),
  repeats: new Map(),
}

/** The memory after a change; what is too old or too much is forgotten. */
export function remember(memory: RunMemory, change: MemoryChange, rules: RunRules): RunMemory {
  const { admission, persistence, records } = rules
  switch (change.kind) {
    case 'probed': {
      const isOld = (atMs: number): boolean => change.atMs - atMs >= admission.probeMemoryMs
      return { ...memory, probes: put(memory.probes, change.key, change.atMs, isOld, admission.probeMemorySize) }
    }
    case 'probe_returned': {
      // Only if no other probe has been marked since.
      if (memory.probes.get(change.key) !== change.atMs) return memory
      return { ...memory, probes: new Map([...memory.probes].filter(([key]) => key !== change.key)) }
    }
    case 'skip': {
      const isOld = ({ expiresAtMs }: SkipEntry): boolean => expiresAtMs <= change.atMs
      return { ...memory, skips: put(memory.skips, change.key, change.entry, isOld, Number.POSITIVE_INFINITY) }
    }
    case 'origin_probed': {
      const size = persistence.originProbeMemorySize
      return { ...memory, originProbes: put(memory.originProbes, change.key, change.atMs, () => false, size) }
    }
    case 'repeat': {
      const isOld = ({ writtenAtMs }: RepeatEntry): boolean => change.atMs - writtenAtMs >= records.coalesceMemoryMs
      return { ...memory, repeats: put(memory.repeats, change.key, change.entry, isOld, records.coalesceMemorySize) }
    }
  }
}

function put<T>(
  map: ReadonlyMap<string, T>,
  key: string,
  value: T,
  isOld: (value: T) => boolean,
  size: number,
): ReadonlyMap<string, T> {
  const next = new Map<string, T>()
  for (const [known, entry] of map) if (known !== key && !isOld(entry)) next.set(known, entry)
  next.set(key, value)
  for (const oldest of next.keys()) {
    if (next.size <= size) break
    next.delete(oldest)
  }
  return next
}
