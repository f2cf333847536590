import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Problem } from '../../../shared/contract/problems.ts'
import type { ReadContext } from '../context.ts'
import { countOf } from '../wording.ts'
import { findBackup } from './backups.ts'
import { decodeText, type DecodedText } from './decode-text.ts'
import { failureWords } from './file-failures.ts'
import { findDuplicateKeys, parseJson, type JsonDialect, type JsonResult, type SyntaxCause } from './parse-json.ts'
import { MAX_FILE_BYTES, readWholeFile } from './read-file.ts'

/** A parsed file. Whatever is wrong with it is among the problems already. */
export type Document =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable' }

export interface DocumentRequest {
  readonly path: string
  readonly dialect: JsonDialect
  /** What stands in the file, at the start of a sentence: "The configuration". */
  readonly subject: string
  readonly agentId?: string | null
  /** How much it matters that the file cannot be read. */
  readonly severity?: Problem['severity']
  /** Gets the bytes as they were read, whether they parse or not. */
  readonly onBytes?: (bytes: Uint8Array) => void
}

/**
 * A file that was written a moment ago and does not parse may be half-written: a writer that does not replace files in one
 * step is given this long.
 */
const FRESH_MS = 1000
const HALF_WRITTEN_RETRIES = 3
const HALF_WRITTEN_DELAY_MS = 15

export async function readDocument(context: ReadContext, request: DocumentRequest): Promise<Document> {
  for (let attempt = 0; ; attempt += 1) {
    const content = await readWholeFile(request.path)
    if (content.kind === 'absent') return { kind: 'absent' }
    await watchLinkTarget(context, request.path)
    if (content.kind !== 'bytes') return reportUnreadable(context, request, content)
    request.onBytes?.(content.bytes)
    const decoded = decodeText(content.bytes)
    const result = parseJson(decoded.text, request.dialect)
    if (result.kind === 'value') return accept(context, request, decoded, result)
    const isFresh = Math.abs(Date.now() - content.modifiedMs) < FRESH_MS
    if (!isFresh || attempt === HALF_WRITTEN_RETRIES) return await reportBroken(context, request, result)
    await delay(HALF_WRITTEN_DELAY_MS)
  }
}

/** Where a file is a link, as with configurations kept in a repository, changes happen in another folder. */
async function watchLinkTarget(context: ReadContext, filePath: string): Promise<void> {
  try {
    const folder = path.dirname(await realpath(filePath))
    if (folder !== (await realpath(path.dirname(filePath)))) context.watchPaths.add(folder)
  } catch {
    // Gone in the meantime: whoever reads the file says so.
  }
}

function accept(
  context: ReadContext,
  request: DocumentRequest,
  decoded: DecodedText,
  result: Extract<JsonResult, { kind: 'value' }>,
): Document {
  const about = { path: request.path, agentId: request.agentId ?? null }
  if (decoded.isDamaged) {
    context.problems.add({
      ...about,
      severity: 'warning',
      code: 'text_encoding',
      message: 'Some bytes of this file are not valid text; they are shown as replacement characters.',
      hint: 'Save the file as UTF-8.',
    })
  } else if (decoded.encoding === 'utf-16') {
    context.problems.add({
      ...about,
      severity: 'warning',
      code: 'text_encoding',
      message: 'This file is UTF-16 text. Switchyard reads it; OpenClaw expects UTF-8.',
      hint: 'Save the file as UTF-8.',
    })
  } else if (decoded.encoding === 'utf-8-with-mark') {
    context.problems.add({
      ...about,
      severity: 'info',
      code: 'text_encoding',
      message: 'This file starts with a byte order mark, which is skipped.',
      hint: 'Save the file as UTF-8 without a byte order mark.',
    })
  }
  const duplicates = findDuplicateKeys(decoded.text, result.value)
  if (duplicates !== null) {
    const { count, first } = duplicates
    context.problems.add({
      ...about,
      severity: 'warning',
      code: 'duplicate_key',
      position: first,
      message: `${countOf(count, 'key is', 'keys are')} written twice in the same object; the last one counts.`,
      hint: 'Remove the key that is not meant, starting at this place.',
    })
  }
  return { kind: 'value', value: result.value }
}

function reportUnreadable(
  context: ReadContext,
  request: DocumentRequest,
  content: { readonly kind: 'too_large' } | { readonly kind: 'failed'; readonly code: string },
): Document {
  const about = {
    path: request.path,
    agentId: request.agentId ?? null,
    severity: request.severity ?? ('error' as const),
  }
  if (content.kind === 'too_large') {
    const megabytes = MAX_FILE_BYTES / 1024 / 1024
    context.problems.add({
      ...about,
      code: 'file_too_large',
      message: `${request.subject} is larger than ${megabytes} MB and is not read.`,
      hint: 'A file of this kind is small: check what has grown in it.',
    })
  } else {
    const { cause, hint } = failureWords(content.code)
    context.problems.add({
      ...about,
      code: 'file_unreadable',
      message: `${request.subject} cannot be read: ${cause}.`,
      hint,
    })
  }
  return { kind: 'unreadable' }
}

async function reportBroken(
  context: ReadContext,
  request: DocumentRequest,
  result: Exclude<JsonResult, { kind: 'value' }>,
): Promise<Document> {
  const backup = await findBackup(request.path)
  const restore = backup === null ? null : `An earlier version lies beside it: ${backup}.`
  const about = {
    path: request.path,
    agentId: request.agentId ?? null,
    severity: request.severity ?? ('error' as const),
  }
  if (result.kind === 'empty') {
    context.problems.add({
      ...about,
      code: 'file_empty',
      message: `${request.subject} has lost its content: the file is there and nothing is in it.`,
      hint: restore ?? 'Restore it from a backup; a program was probably stopped while writing it.',
    })
  } else if (result.kind === 'several') {
    context.problems.add({
      ...about,
      code: 'several_values',
      position: result.position,
      message: `${request.subject} ends before this place, where a second one starts; neither is used.`,
      hint: restore ?? 'Two programs probably wrote at once: keep one of the two and remove the other.',
    })
  } else {
    context.problems.add({
      ...about,
      code: 'syntax_error',
      position: result.position,
      message: `${request.subject} is not valid ${request.dialect === 'json' ? 'JSON' : 'JSON5'}: ${causeWords(result.cause)}.`,
      hint: restore ?? 'Correct the file at this place; the error may lie just before it.',
    })
  }
  return { kind: 'unreadable' }
}

function causeWords(cause: SyntaxCause): string {
  switch (cause.kind) {
    case 'end':
      return 'it ends in the middle'
    case 'line_break_in_text':
      return 'a quoted text runs over the end of its line'
    case 'json5_only':
      return 'comments, single quotes, bare keys and trailing commas are not allowed in this file'
    case 'character':
      return cause.punctuation === null ? 'something unexpected stands here' : `unexpected ${cause.punctuation} here`
  }
}
