import type { KeptRecord } from '../../../shared/engine/index.ts'
import { consoleLine } from '../console-line.ts'
import { createRandom, type Random } from './random.ts'
import { traffic, type GeneratedRun, type TrafficOptions } from './traffic.ts'

/** The forms in which three generations of OpenClaw write their log, and its console. */
export type LogForm = '2026.5' | '2026.7' | '2026.9' | 'console'

export interface LogOptions extends TrafficOptions {
  readonly form: LogForm
  /** Lines about other things for each record. */
  readonly noise: number
}

export interface LogLine {
  readonly text: string
  readonly run: GeneratedRun
  readonly record: KeptRecord | null
}

type Fields = Readonly<Record<string, unknown>>

const MESSAGES: Readonly<Record<string, readonly [subsystem: string, message: string]>> = {
  model_fallback_decision: ['model-fallback/decision', 'model fallback decision'],
  model_fallback_chain_stopped: ['model-fallback/decision', 'model fallback chain stopped'],
  embedded_run_failover_decision: ['agent/embedded', 'embedded run failover decision'],
  auth_profile_failure_state_updated: ['agent/embedded', 'auth profile failure state updated'],
}

/** The log of some traffic: every line that tells of it, between lines about other things. */
export function* logLines(options: LogOptions): Generator<LogLine> {
  const random = createRandom(options.seed + 1)
  for (const run of traffic(options))
    for (const record of run.records) {
      if (record.isRepeat || !Object.hasOwn(MESSAGES, record.record.event)) continue
      let noise = options.noise
      for (; noise > random.next(); noise--) {
        const text = noiseLine(random, record.atMs, options.form)
        yield { text, run, record: null }
      }
      yield { text: recordLine(record, options.form), run, record }
    }
}

function recordLine({ atMs, record }: KeptRecord, form: LogForm): string {
  const fields = record as unknown as Fields
  const [subsystem, message] = MESSAGES[record.event] ?? ['', '']
  if (form === 'console') return consoleLine(atMs, subsystem, fields, 'iso')
  return fileLine(atMs, subsystem, form === '2026.9' ? fields : withoutNew(fields), message, form)
}

/** What only the latest release writes. */
function withoutNew(fields: Fields): Fields {
  const { candidateRouteOrigin: _a, candidateRouteResolution: _b, nextCandidateRouteOrigin: _c, ...rest } = fields
  const { nextCandidateRouteResolution: _d, retryCount: _e, profileRotationCount: _f, attemptCount: _g, ...old } = rest
  return old
}

function fileLine(atMs: number, subsystem: string, value: unknown, message: string, form: LogForm): string {
  const name = JSON.stringify({ subsystem })
  const iso = new Date(atMs).toISOString()
  const isEvent = typeof value === 'object'
  const path = {
    fullFilePath: 'file:///home/demo/tmp',
    fileName: 'subsystem-BIvbRvCg.js',
    fileNameWithLine: 'subsystem-BIvbRvCg.js:178',
    fileColumn: '51',
    fileLine: '178',
    method: 'logToFile',
  }
  const session = isEvent ? (value as Fields)['sessionId'] : undefined
  return JSON.stringify({
    0: name,
    1: value,
    ...(isEvent ? { 2: message } : {}),
    _meta: {
      runtime: 'node',
      runtimeVersion: '24.21.0',
      hostname: form === '2026.5' ? 'unknown' : 'demo-host',
      date: iso,
      logLevelId: isEvent ? 4 : 2,
      logLevelName: isEvent ? 'WARN' : 'DEBUG',
      name,
      parentNames: ['openclaw'],
      ...(form === '2026.9' ? {} : { path }),
    },
    time: iso.replace('Z', '+00:00'),
    hostname: 'demo-host',
    message: isEvent ? message : value,
    ...(typeof session === 'string' ? { session_id: session } : {}),
  })
}

const NOISE: readonly [string, ...string[]] = [
  '[plugins] loading browser from /home/demo/tmp',
  'ws: connected client=webchat',
  'heartbeat: skipped reason=quiet-hours',
  'tool call finished name=read durationMs=12',
  'lane dequeue: lane=main waitMs=2 queueSize=0',
]

function noiseLine(random: Random, atMs: number, form: LogForm): string {
  const text = `${random.pick(NOISE)} #${random.between(0, 100_000)}`
  if (form === 'console') return `${new Date(atMs).toISOString()} [gateway] ${text}`
  return fileLine(atMs, 'diagnostic', text, text, form)
}
