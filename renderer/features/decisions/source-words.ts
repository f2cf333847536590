import type { LogSource } from '../../../shared/contract/history/index.ts'

const KINDS: Readonly<Record<LogSource['kind'], string>> = {
  file: 'Log file',
  archive: 'Packed log',
  stdin: 'Piped in',
  live: 'Log that is being written',
  engine: 'This console’s own engine',
  bundle: 'Bundle',
}

export function sourceKindWords(kind: LogSource['kind']): string {
  return KINDS[kind]
}

/** What forgetting does, in one sentence; null: of all logs. */
export function forgetSentence(name: string | null): string {
  return name === null
    ? 'Every record leaves the history of this directory; the logs stay as they are and can be imported again.'
    : `The records that only ${name} told of leave the history; the log itself stays as it is and can be imported again.`
}
