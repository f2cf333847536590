import type {
  AnswerRecord,
  DiagnosisInput,
  LimitRecord,
  MinuteRecord,
  TextRecord,
  WindowRecord,
} from '../../electron/diagnosis/index.ts'
import { MINUTE_MS } from '../../shared/engine/index.ts'

export const NOW_MS = 1_770_000_000_000

/** Records for a diagnosis, of which a test says what matters. */
export function diagnosisInput(parts: Partial<DiagnosisInput>): DiagnosisInput {
  const nothing = { windows: [], answers: [], minutes: [], limits: [], texts: [], clocks: [] }
  return { nowMs: NOW_MS, facts: null, ...nothing, ...parts }
}

export function windowOf(parts: Partial<WindowRecord> & Pick<WindowRecord, 'atMs'>): WindowRecord {
  return {
    profileId: 'alpha:a',
    provider: 'alpha',
    kind: 'cooldown',
    reason: 'rate_limit',
    untilMs: parts.atMs + MINUTE_MS,
    isKept: false,
    failures: 1,
    runKey: null,
    causeText: null,
    ...parts,
  }
}

export function answerOf(parts: Partial<AnswerRecord> & Pick<AnswerRecord, 'atMs'>): AnswerRecord {
  return {
    sessionId: 'chat',
    runKey: `run:${parts.atMs}`,
    requested: 'alpha/big',
    answered: 'beta/small',
    requestedWas: 'skipped',
    ...parts,
  }
}

export function minuteOf(parts: Partial<MinuteRecord> & Pick<MinuteRecord, 'minuteMs'>): MinuteRecord {
  return {
    provider: 'alpha',
    model: 'alpha/big',
    profileId: null,
    reason: 'overloaded',
    status: 529,
    count: 1,
    ...parts,
  }
}

export function limitOf(atMs: number, profileId: string, runKey = `run:${Math.floor(atMs / MINUTE_MS)}`): LimitRecord {
  return { atMs, provider: 'alpha', profileId, runKey }
}

export function textOf(text: string, parts: Partial<TextRecord> = {}): TextRecord {
  return {
    provider: 'alpha',
    text,
    status: 402,
    code: null,
    count: 1,
    firstMs: NOW_MS - MINUTE_MS,
    lastMs: NOW_MS - MINUTE_MS,
    ...parts,
  }
}
