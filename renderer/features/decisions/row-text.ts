import type { DecisionRow } from '../../../shared/contract/history/index.ts'
import { decisionMark, decisionWord, reasonPhrase, reasonPredicate } from '../../lib/history/decision-words.ts'
import { count } from '../../lib/words/text.ts'

/** `provider/model` */
export function modelName(provider: string, model: string): string {
  return `${provider}/${model}`
}

/** One decision on one line, for a ticket or a chat; times in UTC, so that nobody has to ask for the zone. */
export function rowAsText(row: DecisionRow): string {
  const facts = [row.reason, row.status, row.code].filter((fact) => fact !== null)
  const next = row.nextModel === null ? null : modelName(row.nextProvider ?? '?', row.nextModel)
  return [
    new Date(row.atMs).toISOString(),
    decisionWord(row.decision),
    modelName(row.provider, row.model),
    facts.length === 0 ? null : `(${facts.join(', ')})`,
    next === null ? null : `next ${next}`,
    `requested ${modelName(row.requestedProvider, row.requestedModel)}`,
    `attempt ${row.attempt} of ${row.total}`,
    row.profileId === null ? null : `account ${row.profileId}`,
    row.agentId === null ? null : `agent ${row.agentId}`,
    row.sessionId === null ? null : `session ${row.sessionId}`,
    `run ${row.runKey}`,
    row.suppressed === 0 ? null : `+${row.suppressed} equal`,
    row.errorPreview === null ? null : JSON.stringify(row.errorPreview),
  ]
    .filter((part) => part !== null)
    .join('  ')
}

/** One decision as JSON, with the time in words as well. */
export function rowAsJson(row: DecisionRow): string {
  const { id: _id, ...facts } = row
  return JSON.stringify({ at: new Date(row.atMs).toISOString(), ...facts }, null, 2)
}

/** One decision as a sentence. */
export function rowSentence(row: DecisionRow): string {
  const name = modelName(row.provider, row.model)
  const status = row.status === null ? '' : ` (${row.status})`
  const next = row.nextModel === null ? null : modelName(row.nextProvider ?? '?', row.nextModel)
  switch (decisionMark(row.decision)) {
    case 'answered':
      return row.model === row.requestedModel && row.provider === row.requestedProvider
        ? `${name} answered, as requested.`
        : `${name} answered in place of ${modelName(row.requestedProvider, row.requestedModel)}.`
    case 'failed':
      return `${name} ${reasonPredicate(row.reason, false)}${status}${next === null ? '; nothing was left to try' : `; ${next} was next`}.`
    case 'skipped':
      return `${name} was not asked: ${reasonPhrase(row.reason)}${next === null ? '; nothing was left to try' : `; ${next} was next`}.`
    case 'probed':
      return `${name} was tried although it was locked: ${reasonPhrase(row.reason)}.`
  }
}

/** What the log counted instead of repeating; null: nothing. */
export function suppressedWords(suppressed: number): string | null {
  return suppressed === 0 ? null : `The log left out ${count(suppressed, 'equal record')} before this one.`
}
