import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { logLines, type LogOptions } from './log-lines.ts'

export interface WrittenLog {
  readonly lines: number
  /** Lines that tell of the traffic. */
  readonly records: number
  readonly decisions: number
  readonly bytes: number
}

const PART_CHARS = 256 * 1024

/** Writes a log of any size, of which only a part is in memory. */
export async function writeLog(path: string, options: LogOptions): Promise<WrittenLog> {
  const stream = createWriteStream(path)
  let [lines, records, decisions] = [0, 0, 0]
  let part = ''
  for (const { text, record } of logLines(options)) {
    lines += 1
    if (record !== null) records += 1
    if (record?.record.event === 'model_fallback_decision') decisions += 1
    part += `${text}\n`
    if (part.length < PART_CHARS) continue
    if (!stream.write(part)) await once(stream, 'drain')
    part = ''
  }
  stream.end(part)
  await once(stream, 'finish')
  return { lines, records, decisions, bytes: stream.bytesWritten }
}
