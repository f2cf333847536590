import { editJson5, type Json5Problem } from '../../json5/index.ts'
import { decodeText } from '../files/decode-text.ts'
import { parseJson, type JsonResult } from '../files/parse-json.ts'
import type { TextPosition } from '../files/text-position.ts'
import { EditRefused, type ConfigEdit } from './types.ts'

export interface EditedConfig {
  readonly bytes: Buffer
  /** Whether anything differs. */
  readonly changed: boolean
}

const BYTE_ORDER_MARK = '\ufeff'
/** What a value takes in the text, with blanks, quotes and the comments that go with it, compared with its plain JSON. */
const TEXT_PER_VALUE = 4
const SHRINK_TOLERANCE = 1024

/** The configuration of a directory that has none yet, before it is edited. */
export const NO_CONFIG: Buffer = Buffer.from('{}\n')

/** What the bytes of a configuration stand for. @throws {EditRefused} `unreadable`, `cannot_splice` */
export function parseConfig(bytes: Uint8Array): unknown {
  const result = parseJson(decodeConfig(bytes).text, 'json5')
  if (result.kind === 'value') return result.value
  throw unreadable(result)
}

/**
 * Edits the bytes of a configuration; the byte order mark and everything the edits do not concern stay as they are.
 *
 * @throws {EditRefused} `unreadable`, `cannot_splice`, `invalid`, `shrinks`
 */
export function editConfigBytes(bytes: Uint8Array, edits: readonly ConfigEdit[]): EditedConfig {
  const { text, mark } = decodeConfig(bytes)
  const result = parseJson(text, 'json5')
  if (result.kind !== 'value') throw unreadable(result)
  const edited = editJson5(text, edits)
  if ('problem' in edited) throw refusalOf(edited.problem)
  refuseShrinking(text, edited)
  return { bytes: Buffer.from(mark + edited.text, 'utf8'), changed: edited.text !== text }
}

function decodeConfig(bytes: Uint8Array): { readonly text: string; readonly mark: string } {
  const { text, encoding, isDamaged } = decodeText(bytes)
  if (encoding === 'utf-16') {
    throw new EditRefused(
      'cannot_splice',
      'The configuration is UTF-16 text, which Switchyard reads and does not write.',
      'Save the file as UTF-8, which OpenClaw expects as well, and try again.',
    )
  }
  if (isDamaged) {
    throw new EditRefused(
      'cannot_splice',
      'Some bytes of the configuration are not valid text; writing it would lose them.',
      'Save the file as UTF-8 and try again.',
    )
  }
  return { text, mark: encoding === 'utf-8-with-mark' ? BYTE_ORDER_MARK : '' }
}

function unreadable(result: Exclude<JsonResult, { kind: 'value' }>): EditRefused {
  const hint = 'Correct the file, or restore a backup that lies beside it. Nothing was written.'
  if (result.kind === 'empty') {
    return new EditRefused('unreadable', 'The configuration has lost its content: nothing is in the file.', hint)
  }
  const place = wordsFor(result.position)
  return result.kind === 'several'
    ? new EditRefused('unreadable', `The configuration ends, and a second one starts${place}; neither is edited.`, hint)
    : new EditRefused('unreadable', `The configuration is not valid JSON5${place}.`, hint)
}

function wordsFor(position: TextPosition | null): string {
  return position === null ? '' : ` at line ${position.line}, column ${position.column}`
}

function refusalOf(problem: Json5Problem): EditRefused {
  const byHand = 'Make the change in openclaw.json by hand. Nothing was written.'
  switch (problem) {
    case 'invalid_value':
      return new EditRefused('invalid', 'This value cannot be written to openclaw.json.', byHand)
    case 'not_an_object':
      return new EditRefused(
        'cannot_splice',
        'Something else stands in openclaw.json where this setting belongs.',
        'Look at the settings on the way to it: each has to be an object. Nothing was written.',
      )
    case 'too_deep':
      return new EditRefused('cannot_splice', 'The configuration nests too deeply to be edited with certainty.', byHand)
    case 'syntax':
    case 'cannot_splice':
      return new EditRefused('cannot_splice', 'The configuration cannot be edited with certainty.', byHand)
  }
}

interface Shrinking {
  readonly text: string
  readonly before: unknown
  readonly after: unknown
}

/** ST-04: whatever went wrong, a text that loses far more than the values that go is not written. */
function refuseShrinking(text: string, edited: Shrinking): void {
  const lost = text.length - edited.text.length
  if (lost <= SHRINK_TOLERANCE) return
  const lostValues = JSON.stringify(edited.before).length - JSON.stringify(edited.after).length
  if (lost <= SHRINK_TOLERANCE + TEXT_PER_VALUE * Math.max(lostValues, 0)) return
  throw new EditRefused(
    'shrinks',
    'The change would take far more out of openclaw.json than the setting it concerns.',
    'Long comments go with the setting they stand above. Make the change by hand. Nothing was written.',
  )
}
