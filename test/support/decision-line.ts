import { readFileSync } from 'node:fs'

/** The first line of a log that tells of a decision, with some of its fields changed and its end of line. */
export function decisionLine(log: string, changed: Readonly<Record<string, unknown>>): string {
  const line = readFileSync(log, 'utf8')
    .split('\n')
    .find((text) => text.includes('model_fallback_decision'))
  const record = JSON.parse(line ?? '') as { '1': Record<string, unknown> }
  record['1'] = { ...record['1'], ...changed }
  return `${JSON.stringify(record)}\n`
}
