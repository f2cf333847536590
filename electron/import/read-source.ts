import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { findBackup } from '../openclaw/files/backups.ts'
import { decodeText } from '../openclaw/files/decode-text.ts'
import { findDuplicateKeys, parseJson, type JsonDialect, type JsonResult } from '../openclaw/files/parse-json.ts'
import { readWholeFile } from '../openclaw/files/read-file.ts'
import type { TextPosition } from '../openclaw/files/text-position.ts'
import type { SourceProblem, ImportSourceProblem } from './types.ts'

/** A file that was read and parsed, or why it was not. */
export interface ReadSource {
  readonly sizeBytes: number
  readonly revision: string | null
  readonly value: unknown
  readonly problem: SourceProblem | null
  readonly duplicateKey: TextPosition | null
}

/** Finding the place of an error takes a second per ten megabytes: a file this large is only said to be broken. */
const MAX_EXPLAINED_BYTES = 4 * 1024 * 1024
const REVISION_DIGITS = 16

/** Reads one file as it is at one moment; null: there is none. Nothing from the file gets into a problem. */
export async function readSourceFile(file: string, dialect: JsonDialect): Promise<ReadSource | null> {
  const content = await readWholeFile(file)
  if (content.kind === 'absent') return null
  const nothing = { value: undefined, revision: null, duplicateKey: null }
  if (content.kind === 'too_large')
    return { ...nothing, sizeBytes: await sizeOf(file), problem: problemOf('too_large') }
  if (content.kind === 'failed') {
    const isDenied = content.code === 'EACCES' || content.code === 'EPERM'
    return {
      ...nothing,
      sizeBytes: await sizeOf(file),
      problem: problemOf(isDenied ? 'no_permission' : 'unreadable'),
    }
  }
  const { bytes } = content
  const known = { sizeBytes: bytes.length, revision: revisionOf(bytes) }
  const { text } = decodeText(bytes)
  const result = parse(text, dialect)
  if (result.kind === 'value') {
    const duplicates = text.length <= MAX_EXPLAINED_BYTES ? findDuplicateKeys(text, result.value) : null
    return { ...known, value: result.value, problem: null, duplicateKey: duplicates?.first ?? null }
  }
  const [code, position] = causeOf(result)
  return { ...nothing, ...known, problem: { code, position, backup: await findBackup(file) } }
}

/** Identity of a content: the first 16 hex digits of its SHA-256. */
export function revisionOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, REVISION_DIGITS)
}

export function problemOf(code: ImportSourceProblem): SourceProblem {
  return { code, position: null, backup: null }
}

function parse(text: string, dialect: JsonDialect): JsonResult {
  if (text.length <= MAX_EXPLAINED_BYTES) return parseJson(text, dialect)
  try {
    return { kind: 'value', value: JSON.parse(text) as unknown }
  } catch {
    return { kind: 'syntax', position: null, cause: { kind: 'character', punctuation: null } }
  }
}

function causeOf(result: Exclude<JsonResult, { kind: 'value' }>): [ImportSourceProblem, TextPosition | null] {
  if (result.kind === 'empty') return ['empty', null]
  if (result.kind === 'several') return ['several_values', result.position]
  const code = result.cause.kind === 'end' ? 'cut_off' : result.cause.kind === 'json5_only' ? 'json5_only' : 'syntax'
  return [code, result.position]
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch {
    return 0
  }
}
