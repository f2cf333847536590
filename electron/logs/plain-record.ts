import { asFields, type RawFields } from './fields.ts'
import { isUsualTime } from './record-time.ts'

const EVENT = '"1":{'
const AFTER_EVENT = '},"2":"'
const TIME = ',"time":"'
const AGENT = ',"agent_id":"'
const SESSION = ',"session_id":"'
const BEGINNING = '{"0":'
/** The rest of a record from inside of its time on. */
const REST = /[^"\\]*"(?:,"\w+":(?:"(?:[^"\\]|\\.)*"|\d+))*\}$/y

/**
 * The fast way through a line as the file logger writes it: `{"0":"…","1":{event},"2":"…","_meta":{…},"time":"…",…}`. Most of
 * it, `_meta` above all, is of no use here, so only the event is parsed, and the few fields behind it are cut out. The search
 * for them cannot be misled: inside of a text every quote has a backslash before it.
 *
 * @returns null: the line is of another form, or not certain to be of this one
 */
export function readPlainRecord(line: string): RawFields | null {
  if (!line.startsWith(BEGINNING)) return null
  const start = line.indexOf(EVENT)
  const end = start < 0 ? -1 : line.indexOf(AFTER_EVENT, start)
  const time = end < 0 ? -1 : line.indexOf(TIME, end)
  // With another beginning in it, it is more than one record.
  if (time < 0 || line.indexOf(BEGINNING, start) >= 0) return null
  const behind = time + TIME.length
  REST.lastIndex = behind
  if (!REST.test(line)) return null
  const writtenAt = line.slice(behind, line.indexOf('"', behind))
  if (!isUsualTime(writtenAt)) return null
  const agent = textAfter(line, AGENT, behind)
  const session = textAfter(line, SESSION, behind)
  if (agent.includes('\\') || session.includes('\\')) return null
  const event = parsedFields(line.slice(start + EVENT.length - 1, end + 1))
  if (event === null || typeof event['event'] !== 'string') return null
  return { '1': event, time: writtenAt, agent_id: agent || undefined, session_id: session || undefined }
}

/** As it stands there, with its escapes; there is no such field: empty. */
function textAfter(line: string, field: string, from: number): string {
  const start = line.indexOf(field, from)
  return start < 0 ? '' : line.slice(start + field.length, line.indexOf('"', start + field.length))
}

function parsedFields(text: string): RawFields | null {
  try {
    return asFields(JSON.parse(text))
  } catch {
    return null
  }
}
