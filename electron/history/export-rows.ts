import { open, rm } from 'node:fs/promises'
import type { DecisionRow, ExportedRows, ExportRowsInput } from '../../shared/contract/history/index.ts'
import { WriteFailure, writeFailureOf } from '../files/index.ts'
import { HistoryRefused } from './history-refused.ts'

const PRIVATE_FILE = 0o600
/** Between two parts others get their turn. */
const ROWS_AT_ONCE = 2000

const COLUMNS: readonly (readonly [name: string, value: (row: DecisionRow) => string | number | null])[] = [
  ['time', ({ atMs }) => new Date(atMs).toISOString()],
  ['agent', ({ agentId }) => agentId],
  ['session', ({ sessionId }) => sessionId],
  ['run', ({ runKey }) => runKey],
  ['attempt', ({ attempt }) => attempt],
  ['total', ({ total }) => total],
  ['decision', ({ decision }) => decision],
  ['provider', ({ provider }) => provider],
  ['model', ({ model }) => model],
  ['requested provider', ({ requestedProvider }) => requestedProvider],
  ['requested model', ({ requestedModel }) => requestedModel],
  ['profile', ({ profileId }) => profileId],
  ['reason', ({ reason }) => reason],
  ['status', ({ status }) => status],
  ['code', ({ code }) => code],
  ['next provider', ({ nextProvider }) => nextProvider],
  ['next model', ({ nextModel }) => nextModel],
  ['left out before', ({ suppressed }) => suppressed],
  ['error', ({ errorPreview }) => errorPreview],
]

/**
 * Writes rows to a new file, for this user alone: CSV by RFC 4180, or one JSON object a line.
 *
 * @throws {HistoryRefused} `invalid` where there is a file already, `write_failed` where it cannot be written; nothing is
 *   left then
 */
export async function exportRows(
  { format, path }: Pick<ExportRowsInput, 'format' | 'path'>,
  rows: Iterable<DecisionRow>,
): Promise<ExportedRows> {
  const file = await open(path, 'wx', PRIVATE_FILE).catch((error: unknown) => {
    throw refusalOf(error)
  })
  let count = 0
  try {
    let part: string[] = format === 'csv' ? [csvLine(COLUMNS.map(([name]) => name))] : []
    for (const row of rows) {
      part.push(format === 'csv' ? csvLine(COLUMNS.map(([, value]) => value(row))) : `${JSON.stringify(row)}\n`)
      count += 1
      if (part.length < ROWS_AT_ONCE) continue
      await file.write(part.join(''))
      part = []
    }
    await file.write(part.join(''))
    await file.close()
  } catch (error) {
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw refusalOf(error)
  }
  return { path, rows: count }
}

function refusalOf(error: unknown): unknown {
  const failure = writeFailureOf(error)
  if (!(failure instanceof WriteFailure)) return error
  if (failure.code === 'EEXIST')
    return new HistoryRefused('invalid', 'There is a file of this name already.', 'Choose another name.')
  return new HistoryRefused(
    'write_failed',
    'The file could not be written.',
    'Check that the folder exists, can be written to and has room.',
  )
}

export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would run what begins like a formula.
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
