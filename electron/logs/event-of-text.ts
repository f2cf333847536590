import { withoutAnsi, type TextCleaner } from './clean-text.ts'
import { baseOf, eventOfFields, type RecordPlace } from './event-of-fields.ts'
import type { LogEvent } from './events.ts'
import type { RawFields } from './fields.ts'
import { timePrefix } from './record-time.ts'

/** Events in the form that a console or a plain log shows. */

const LEVEL = /^\[?(?:trace|debug|info|warn(?:ing)?|error|fatal|verbose)\]?:?\s+/i
const TAG = /^\[([^\]\n]{1,80})\]\s*/
/** `gateway-1  | ` of a container's log, `host openclaw[123]: ` of the system's. */
const CONTAINER = /^[\w.-]{1,80}\s*\|\s+/
const UNIT = /^[\w.-]{1,80} [\w./@-]{1,80}(?:\[\d{1,10}\])?: /
const RUNTIME = /^(?:stdout|stderr) [FP] /

const DECIDED = /^(?:model|embedded run|model_fallback|embedded_run)[ _](?:fallback[ _]|failover[ _])?decision:?\s+/
const FIELDS_WITH_DECISION = /^(?:[A-Za-z_]\w*=(?:"(?:[^"\\]|\\.)*"|[^\s"]\S*)?\s+)*decision=/
const STATE_UPDATED = /^auth[ _]profile[ _]failure[ _]state[ _]updated\b:?/
const AGENT_END = /^embedded[ _]run[ _]agent[ _]end\b:?/
const CHAIN_STOPPED = /^model[ _]fallback[ _]chain[ _]stopped\b:?/
const LANE_ERROR = /^lane task error:\s+/
const SIZE_CAP = /^log file size cap reached\b/
const LED_TO = /^(.*?)(?:->|→) ?((?:fallback|rotate|surface|continue)_[a-z]+)\b(.*)$/
const SUPPRESSED = /\((\d{1,9}) duplicates? suppressed\b[^()]*\)\s*$/
const FIELD = /([A-Za-z_][\w.]*)=/y
const QUOTED = /"((?:[^"\\]|\\.)*)"/y
const BARE = /\S*/y
/** What follows one of these is a text up to the end of the line, unless it is in quotes. */
const TEXT_FIELDS = ['detail', 'error', 'rawError']
const RAW_ERROR = ' rawError='
const MOST_FIELDS = 64
/** Messages are far shorter; only what is embedded in one can be this long. */
const MAX_TEXT_CHARS = 16_384
/** What the console puts where the record has nothing. */
const NOTHING = ['null', '-']
/** Names in a console's text for what the record calls differently. */
const ALIASES: Readonly<Record<string, string>> = {
  profile: 'profileId',
  window: 'windowType',
  reused: 'windowReused',
  detail: 'errorPreview',
  rawError: 'rawErrorPreview',
}

export interface TextMessage {
  /** null: the line does not say. */
  readonly atMs: number | null
  /** How exact the time is. */
  readonly precisionMs: number | null
  readonly tags: readonly string[]
  readonly text: string
}

/** A line without colours, and without what runtimes, loggers and people's tools put before the message. */
export function messageOf(line: string, nearMs: number): TextMessage {
  let text = withoutAnsi(line.length > MAX_TEXT_CHARS ? line.slice(0, MAX_TEXT_CHARS) : line).trim()
  let atMs: number | null = null
  let precisionMs: number | null = null
  const tags: string[] = []
  let isAfterTime = false
  // Each round takes something off; a hostile line has only so many.
  for (let round = 0; round < 12; round++) {
    // A service's log says the day before the console says the time.
    const time = timePrefix(text, atMs ?? nearMs)
    const taken = time ? time.length : prefixLength(text, tags, isAfterTime)
    if (taken === 0) break
    if (time) ({ atMs, precisionMs } = time)
    isAfterTime = time !== null
    text = text.slice(taken).trimStart()
  }
  return { atMs, precisionMs, tags, text }
}

function prefixLength(text: string, tags: string[], isAfterTime: boolean): number {
  const tag = TAG.exec(text)
  if (tag) {
    const inside = tag[1] ?? ''
    // A time may stand in brackets too.
    if (timePrefix(inside, 0)) return 1
    tags.push(inside)
    return tag[0].length
  }
  if (text.startsWith('] ') || text.startsWith(']:')) return 2
  for (const pattern of isAfterTime ? [LEVEL, RUNTIME, CONTAINER, UNIT] : [LEVEL, CONTAINER]) {
    const found = pattern.exec(text)
    if (found) return found[0].length
  }
  return 0
}

/** The event that a message is; null: about something else. */
export function eventOfText(
  { tags, text }: TextMessage,
  place: RecordPlace,
  clean: TextCleaner,
): LogEvent | 'malformed' | null {
  const decided = DECIDED.exec(text)
  if (decided || FIELDS_WITH_DECISION.test(text))
    return decisionOfText(text.slice(decided?.[0].length ?? 0), place, clean)
  const updated = STATE_UPDATED.exec(text)
  if (updated) return named('auth_profile_failure_state_updated', text.slice(updated[0].length), place, clean)
  const end = AGENT_END.exec(text)
  if (end) return agentEndOfText(text.slice(end[0].length), place, clean)
  const stopped = CHAIN_STOPPED.exec(text)
  if (stopped) return named('model_fallback_chain_stopped', text.slice(stopped[0].length), place, clean)
  const failed = LANE_ERROR.exec(text)
  if (failed) return laneErrorOf(text.slice(failed[0].length), place, clean)
  if (SIZE_CAP.test(text)) return { kind: 'gap', ...baseOf({}, place, clean), why: 'size_cap' }
  const led = tags.length > 0 ? LED_TO.exec(text) : null
  return led && outcomeOfText(led, tags, place, clean)
}

function decisionOfText(text: string, place: RecordPlace, clean: TextCleaner): LogEvent | 'malformed' | null {
  const suppressed = SUPPRESSED.exec(text)
  const fields = fieldsOf(suppressed ? text.slice(0, suppressed.index) : text)
  const [requestedProvider, requestedModel] = modelOf(fields['requested'])
  const [candidateProvider, candidateModel] = modelOf(fields['candidate'])
  const [nextProvider, nextModel] = modelOf(fields['next'] === 'none' ? undefined : fields['next'])
  return eventOfFields(
    {
      ...withSource(fields),
      event: undefined,
      requestedProvider: fields['requestedProvider'] ?? requestedProvider,
      requestedModel: fields['requestedModel'] ?? requestedModel,
      candidateProvider: fields['candidateProvider'] ?? candidateProvider,
      candidateModel: fields['candidateModel'] ?? candidateModel,
      nextCandidateProvider: fields['nextCandidateProvider'] ?? nextProvider,
      nextCandidateModel: fields['nextCandidateModel'] ?? nextModel,
      suppressedDuplicateCount: suppressed?.[1] ?? fields['suppressedDuplicateCount'],
      reason: fields['reason'] === 'none' ? undefined : fields['reason'],
    },
    place,
    clean,
  )
}

function named(event: string, text: string, place: RecordPlace, clean: TextCleaner): LogEvent | 'malformed' | null {
  const fields = fieldsOf(text)
  const [candidateProvider, candidateModel] = modelOf(fields['candidate'])
  return eventOfFields({ candidateProvider, candidateModel, ...fields, event }, place, clean)
}

/** The end of a run without its error has no record of its own, only this line. */
function agentEndOfText(text: string, place: RecordPlace, clean: TextCleaner): LogEvent | 'malformed' | null {
  const fields = withSource(fieldsOf(text))
  if (fields['isError'] === undefined) return null
  return eventOfFields({ ...fields, event: 'embedded_run_agent_end' }, place, clean)
}

/** A shared lane repeats what the session's own lane says, without saying whose it is. */
function laneErrorOf(text: string, place: RecordPlace, clean: TextCleaner): LogEvent | null {
  const fields = fieldsOf(text)
  const base = baseOf(fields, place, clean)
  if (base.sessionId === null && base.runId === null) return null
  return {
    kind: 'agent_end',
    ...base,
    isError: true,
    isWrapper: true,
    provider: clean.id(fields['provider']),
    model: clean.id(fields['model']),
    reason: clean.id(fields['failoverReason'] ?? fields['reason']),
    errorPreview: clean.preview(fields['error']),
    errorHash: null,
  }
}

/** `[sub-agent run] ECONNRESET -> fallback_model next=…` */
function outcomeOfText(
  [, error, decision, rest = '']: RegExpExecArray,
  tags: readonly string[],
  place: RecordPlace,
  clean: TextCleaner,
): LogEvent | 'malformed' | null {
  return eventOfFields(
    {
      lane: tags.map(laneOfTag).find((lane) => lane !== null),
      ...withSource(fieldsOf(rest)),
      event: 'embedded_run_failover_decision',
      decision,
      rawErrorPreview: error,
    },
    place,
    clean,
  )
}

function laneOfTag(tag: string): string | null {
  if (/sub-?agent/i.test(tag)) return 'subagent'
  return /\bcron\b/i.test(tag) ? 'cron' : null
}

/** Provider and model where one field has both; a call that went over to another model says where from and where to. */
function withSource(fields: RawFields): RawFields {
  const [provider, model] = modelOf(fields['to'] ?? fields['from'] ?? fields['provider'])
  if (model === undefined) return fields
  const [sourceProvider, sourceModel] = modelOf(fields['from'])
  return { sourceProvider, sourceModel, ...fields, provider, model: fields['model'] ?? model }
}

/** `provider/model`; a model's name may have slashes of its own. */
function modelOf(value: unknown): readonly [provider: string | undefined, model: string | undefined] {
  if (typeof value !== 'string') return [undefined, undefined]
  const slash = value.indexOf('/')
  return slash < 0 ? [value, undefined] : [value.slice(0, slash), value.slice(slash + 1)]
}

/** `name=value` pairs; a value with blanks is in quotes or the last one. Of two of one name the first counts. */
function fieldsOf(text: string): RawFields {
  const fields = new Map<string, unknown>()
  let at = 0
  while (at < text.length && fields.size < MOST_FIELDS) {
    FIELD.lastIndex = at
    const name = FIELD.exec(text)?.[1]
    if (name === undefined) {
      at = afterWord(text, at)
      continue
    }
    const start = at + name.length + 1
    // What the user is told stands before what the provider said.
    const raw = name === 'error' ? text.indexOf(RAW_ERROR, start) : -1
    const { value, end } = valueAt(text, start, TEXT_FIELDS.includes(name), raw < 0 ? text.length : raw)
    const known = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name
    if (!fields.has(known)) fields.set(known, NOTHING.includes(value) ? null : value)
    at = end
    while (text.charAt(at) === ' ') at++
  }
  return Object.fromEntries(fields)
}

function valueAt(
  text: string,
  at: number,
  isText: boolean,
  until: number,
): {
  readonly value: string
  readonly end: number
} {
  QUOTED.lastIndex = at
  const quoted = QUOTED.exec(text)
  if (quoted) return { value: (quoted[1] ?? '').replaceAll('\\"', '"'), end: at + quoted[0].length }
  if (isText) return { value: text.slice(at, until), end: until }
  BARE.lastIndex = at
  const bare = BARE.exec(text)?.[0] ?? ''
  return { value: bare, end: at + bare.length }
}

function afterWord(text: string, at: number): number {
  const blank = text.indexOf(' ', at)
  return blank < 0 ? text.length : blank + 1
}
