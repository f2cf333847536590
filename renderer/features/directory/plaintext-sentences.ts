import type {
  NotScannedWhy,
  PlaintextAdvice,
  PlaintextFinding,
  PlaintextPlace,
  PlaintextReport,
} from '../../../shared/contract/types.ts'
import { count, listOf } from '../../lib/words/text.ts'

const PLACE_WORDS: Readonly<Record<PlaintextPlace, string>> = {
  live_store: 'The store in use',
  leftover: 'A file of an older release that nothing reads any more',
  backup: 'A copy made before an edit',
  journal: 'The journal of a database',
  temporary: 'A temporary file that was left behind',
  log: 'A log',
  config: 'The configuration',
  other: 'Another file',
}

export function placeWords(place: PlaintextPlace): string {
  return PLACE_WORDS[place]
}

const ADVICE: Readonly<Record<PlaintextAdvice, string>> = {
  openclaw_keeps_it_so:
    'OpenClaw keeps entered keys there. A variable, a file or a command in place of the key keeps it out.',
  seal_it: 'Here keys belong into the vault: edit the account and enter its key again.',
  checkpoint: 'It goes by itself as the database is used. Stop OpenClaw and look again.',
  delete_backup: 'Delete the copy when you do not need it any more.',
  delete_temporary: 'Delete it.',
  archive_leftover: 'Move it to a safe place or delete it, once everything in it has been taken over.',
  clean_log: 'Delete the log. If it was sent to anybody, have the provider replace the key.',
  use_reference: 'Put the key into a variable and write ${NAME} in its place.',
  look_into_it: 'Look what the file is for, then move or delete it.',
}

/** What to do about a finding, in a sentence. */
export function adviceSentence(advice: PlaintextAdvice): string {
  return ADVICE[advice]
}

/** Whose secrets lie in a file: `anthropic:work and openai:me, and 2 texts that look like …`. */
export function findingWords({
  profileIds,
  unknownCount,
}: Pick<PlaintextFinding, 'profileIds' | 'unknownCount'>): string {
  const known = listOf(profileIds, 4)
  if (unknownCount === 0) return known
  const unknown = `${count(unknownCount, 'text')} that ${unknownCount === 1 ? 'looks' : 'look'} like a secret of no known account`
  return known === '' ? unknown : `${known}, and ${unknown}`
}

const NOT_SCANNED: Readonly<Record<NotScannedWhy, string>> = {
  too_large: 'too large',
  limit: 'beyond the limit of one search',
  no_permission: 'may not be read by Switchyard',
  unreadable: 'could not be read',
  not_a_file: 'not a file',
  compressed: 'compressed',
  folder_left_out: 'a folder of programs, not of data',
}

export function notScannedWords(why: NotScannedWhy): string {
  return NOT_SCANNED[why]
}

/** What the search came to, in a sentence. */
export function scanSentence(report: Pick<PlaintextReport, 'scannedFiles' | 'findings' | 'notSearchedIds'>): string {
  const { scannedFiles, findings, notSearchedIds } = report
  const files = count(scannedFiles, 'file')
  if (findings.length > 0) return `Secrets lie in plain text in ${findings.length} of ${files}.`
  return notSearchedIds.length === 0
    ? `No secret lies in plain text in ${files}.`
    : `Nothing was found in ${files}, but not every secret could be looked for.`
}

/** What could not be searched for; null: everything was. */
export function gapSentence({ notSearchedIds }: Pick<PlaintextReport, 'notSearchedIds'>): string | null {
  if (notSearchedIds.length === 0) return null
  const are = notSearchedIds.length === 1 ? 'was' : 'were'
  return `The ${notSearchedIds.length === 1 ? 'secret' : 'secrets'} of ${listOf(notSearchedIds, 4)} ${are} not looked for: references, short ones, and those of a locked vault are not known here.`
}
