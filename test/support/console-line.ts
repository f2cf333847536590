/** How a console, or what keeps its lines, says when a line was written. */
export type ConsoleStyle = 'iso' | 'clock' | 'service' | 'json'

type Fields = Readonly<Record<string, unknown>>

const MOST_CHARS = 200

/** An event as the console shows it beside the log: less of it, with colours, and a time of its own. */
export function consoleLine(atMs: number, subsystem: string, event: Fields | string, style: ConsoleStyle): string {
  if (style === 'json') {
    const meta = typeof event === 'string' ? { message: event } : { message: String(event['event']), ...event }
    return JSON.stringify({ time: localIso(atMs), level: 'warn', subsystem, ...meta })
  }
  const text = `\u001B[33m[${subsystem}]\u001B[39m ${typeof event === 'string' ? event : messageOf(event)}`
  if (style === 'clock') return `\u001B[2m${localIso(atMs).slice(11, 19)}\u001B[22m ${text}`
  const line = `${localIso(atMs)} ${text}`
  return style === 'iso' ? line : `${localIso(atMs).slice(0, 19)}+0000 demo-host openclaw[71]: ${line}`
}

/** The local time, with its zone. */
function localIso(atMs: number): string {
  const minutes = -new Date(atMs).getTimezoneOffset()
  const zone = `${minutes < 0 ? '-' : '+'}${[Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')}`
  return new Date(atMs + minutes * 60_000).toISOString().replace('Z', zone)
}

function messageOf(event: Fields): string {
  const text = (name: string): string => shown(event[name])
  const model = (provider: string, name: string): string => `${text(provider)}/${text(name)}`
  const part = (name: string, value: unknown): string =>
    value === undefined || value === null ? '' : ` ${name}=${shown(value).slice(0, MOST_CHARS)}`
  switch (event['event']) {
    case 'model_fallback_decision': {
      const next =
        event['nextCandidateProvider'] === undefined ? 'none' : model('nextCandidateProvider', 'nextCandidateModel')
      const count = event['suppressedDuplicateCount']
      return [
        `model fallback decision: decision=${text('decision')} requested=${model('requestedProvider', 'requestedModel')}`,
        ` candidate=${model('candidateProvider', 'candidateModel')} reason=${shown(event['reason'] ?? 'unknown')}`,
        part('providerErrorType', event['providerErrorType']),
        ` next=${next}`,
        part('detail', event['providerErrorMessagePreview'] ?? event['errorPreview']),
        count === undefined ? '' : ` (${shown(count)} duplicates suppressed in last 30s)`,
      ].join('')
    }
    case 'embedded_run_failover_decision': {
      const from = model(
        event['sourceProvider'] === undefined ? 'provider' : 'sourceProvider',
        event['sourceModel'] === undefined ? 'model' : 'sourceModel',
      )
      const to = model('provider', 'model')
      return [
        `embedded run failover decision: runId=${shown(event['runId'] ?? '-')} stage=${text('stage')}`,
        ` decision=${text('decision')} reason=${shown(event['failoverReason'] ?? 'none')} from=${from}`,
        from === to ? '' : ` to=${to}`,
        ` profile=${shown(event['profileId'] ?? '-')}`,
        part('rawError', event['rawErrorPreview']),
      ].join('')
    }
    case 'auth_profile_failure_state_updated':
      return (
        `auth profile failure state updated: runId=${shown(event['runId'] ?? '-')} profile=${text('profileId')}` +
        ` provider=${text('provider')} reason=${text('reason')} window=${text('windowType')} reused=${text('windowReused')}`
      )
    case 'model_fallback_chain_stopped':
      return (
        `model fallback chain stopped: reason=${text('reason')} candidate=${model('candidateProvider', 'candidateModel')}` +
        part('errorName', event['errorName'])
      )
    case 'embedded_run_agent_end':
      return [
        `embedded run agent end: runId=${text('runId')} isError=${text('isError')} model=${text('model')}`,
        ` provider=${text('provider')}`,
        part('error', event['error']),
        part('rawError', event['rawErrorPreview']),
      ].join('')
    default:
      return shown(event['event'])
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/**
 * What the console showed of a log, line by line.
 *
 * @param delayMs how long after its record a line was written
 */
export function consoleOf(log: string, style: ConsoleStyle, delayMs: (line: number) => number = () => 0): string {
  return log
    .split('\n')
    .flatMap((line, index) => {
      const record = line === '' ? null : (JSON.parse(line) as Fields)
      if (record === null) return []
      const [first, second] = [record['0'], record['1']]
      const isNamed = typeof first === 'string' && first.startsWith('{"subsystem"')
      const named = typeof second === 'object' && !('event' in (second ?? {})) ? record['2'] : second
      const event = isNamed ? named : first
      if (typeof event !== 'string' && (typeof event !== 'object' || event === null)) return []
      const subsystem = isNamed ? String((JSON.parse(first) as Fields)['subsystem']) : 'openclaw'
      const atMs = Date.parse(String(record['time'])) + delayMs(index)
      return `${consoleLine(atMs, subsystem, event as Fields | string, style)}\n`
    })
    .join('')
}
