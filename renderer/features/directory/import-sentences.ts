import type {
  ImportNote,
  ImportPreview,
  ImportProfile,
  ImportResult,
  ImportRouting,
  ImportSource,
  ImportSourceKind,
  ImportSourceProblem,
  ImportWhy,
  RoutingWhy,
} from '../../../shared/contract/types.ts'
import { count, listOf } from '../../lib/words/text.ts'

/** What becomes of a profile, as the heading of its group. */
export const ACTION_WORDS: Readonly<Record<ImportProfile['action'], string>> = {
  create: 'Will be created',
  replace: 'Will be replaced',
  keep: 'Stays as it is',
  skip: 'Left out',
}

/** The order in which the groups are shown: what changes comes first. */
export const ACTIONS = ['create', 'replace', 'keep', 'skip'] as const satisfies readonly ImportProfile['action'][]

const WHY_WORDS: Readonly<Record<ImportWhy, string>> = {
  new: 'It is new here',
  replaces_unusable: 'What is stored cannot be used, and the configuration has a secret for it',
  identical: 'The store has exactly this already',
  exists: 'The store has an account of this id, and what is stored is never overwritten',
  exists_without_material:
    'The store has an account of this id without a secret; remove that one first to import this one',
  exists_unreadable: 'The store has an entry of this id that cannot be read; it is left alone',
  other_source_first: 'A file that counts more has it too',
  left_out: 'You left it out',
  not_an_object: 'The entry is not an object',
  unknown_type: 'Its type is none that OpenClaw knows',
  no_provider: 'It names no provider',
  no_id: 'It has no id',
  no_material: 'There is no key, token or sign-in in it',
  aws_sdk_marker: 'It only says that the AWS tools sign in by themselves; there is no secret to store',
  personal_account: 'It is a personal account, which stays where it was made',
  setup_inactive: 'It is a sign-in that has not been made active yet',
  command_line_key: 'A command line was stored in place of its key',
  refresh_in_progress: 'Its sign-in is being renewed; try again in a moment',
  refresh_failed: 'Its sign-in could not be renewed and has to be done again',
  sealed_elsewhere: 'Its secret lies in the vault of another directory; an encrypted export from there carries it',
  target_unreadable: 'The store it would go to cannot be read',
}

export function importWhyWords(why: ImportWhy): string {
  return WHY_WORDS[why]
}

const NOTE_WORDS: Readonly<Record<ImportNote, string>> = {
  alias_spelling: 'A field was written in another spelling, which is understood',
  key_under_unread_field: 'Its key stood under a field that OpenClaw does not read',
  type_inferred: 'It named no type; its fields tell which it is',
  secret_cleaned: 'Line breaks, space or characters that no key has are taken out of its secret',
  expires_invalid: 'Its expiry is no valid time, so it counts as expired',
  expires_in_seconds: 'Its expiry was written in seconds and is taken as such',
  expires_implausible: 'Its expiry is far too small for a time and is kept as it is',
  reference_wins: 'It has a reference and a secret: the reference is taken, the secret stays in its file',
  reference_in_oauth: 'A sign-in cannot have a reference: it is not taken',
  unresolved_reference: 'Its sign-in lies in a file of an older release and has to be done again',
  looks_like_reference: 'Its secret reads like the name of a variable: look whether that was meant',
  env_reference: 'The configuration named a variable, which becomes its reference',
  unknown_fields: 'Fields that no release knows stay in its file',
}

export function importNoteWords(note: ImportNote): string {
  return NOTE_WORDS[note]
}

const SOURCE_WORDS: Readonly<Record<ImportSourceKind, string>> = {
  transfer: 'Encrypted export',
  agent_database: 'Database of an agent',
  shared_database: 'Shared database',
  auth_profiles: 'Accounts',
  single_auth_profiles: 'Accounts, from before there were several agents',
  auth_flat: 'Accounts of an old release',
  config: 'Configuration',
  oauth: 'Sign-ins of an old release',
  auth_state: 'Orders and use',
}

export function importSourceWords(kind: ImportSourceKind): string {
  return SOURCE_WORDS[kind]
}

const SOURCE_PROBLEMS: Readonly<Record<ImportSourceProblem, string>> = {
  too_large: 'too large to be a file of accounts',
  no_permission: 'may not be read by Switchyard',
  unreadable: 'could not be read',
  empty: 'empty: writing it was cut off',
  several_values: 'not valid: one value ends and another one starts',
  syntax: 'not valid JSON',
  cut_off: 'cut off: its end is missing',
  json5_only: 'valid as JSON5 only, and OpenClaw reads it as JSON',
  wrong_shape: 'not a file of this kind',
  database_unreadable: 'a database that cannot be read',
}

/** How a source was read: `read`, or what is wrong with it, where, and what lies beside it. */
export function sourceStateWords({ problem, line, column, backup, isLeftover }: ImportSource): string {
  const leftover = isLeftover ? '; a newer store lies beside it' : ''
  if (problem === null) return `read${leftover}`
  const place = line === null ? '' : ` (line ${line}${column === null ? '' : `, column ${column}`})`
  const other = backup === null ? '' : `; an earlier version lies beside it as ${backup}`
  return `${SOURCE_PROBLEMS[problem]}${place}${other}${leftover}`
}

/** What importing will do, in one sentence. */
export function importSentence({ sources, profiles, routing }: ImportPreview): string {
  if (sources.length === 0) return 'No file of accounts was found there.'
  const created = profiles.filter(({ action }) => action === 'create').length
  const replaced = profiles.filter(({ action }) => action === 'replace').length
  const orders = routing.filter(({ action }) => action === 'create').length
  const parts = [
    created === 0 ? null : `creates ${count(created, 'account')}`,
    replaced === 0 ? null : `replaces ${count(replaced, 'account')} that cannot be used`,
    orders === 0 ? null : `takes over ${count(orders, 'entry', 'entries')} of order and use`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'There is nothing new to import.' : `Importing ${listOf(parts)}.`
}

/** Whether importing would do anything at all. */
export function isWorthImporting({ profiles, routing }: ImportPreview): boolean {
  return (
    profiles.some(({ action }) => action === 'create' || action === 'replace') ||
    routing.some(({ action }) => action === 'create')
  )
}

/** What importing did. */
export function importResultSentence({ created, kept, replaced, skipped, backup }: ImportResult): string {
  const parts = [
    `${count(created, 'account')} created`,
    replaced === 0 ? null : `${replaced} replaced`,
    kept === 0 ? null : `${kept} left as ${kept === 1 ? 'it was' : 'they were'}`,
    skipped === 0 ? null : `${skipped} left out`,
  ].filter((part) => part !== null)
  const copy = backup === null ? '' : ` The store as it was before is kept as ${backup}.`
  return `${listOf(parts, parts.length)}.${copy}`
}

const ROUTING_KINDS: Readonly<Record<ImportRouting['kind'], string>> = {
  order: 'Order of',
  last_good: 'Last good account of',
  usage: 'Use and locks of',
}

const ROUTING_WHYS: Readonly<Record<RoutingWhy, string>> = {
  new: 'taken over',
  exists: 'stays as it is stored',
  other_source_first: 'a file that counts more has it',
  no_profile: 'left out, none of its accounts will be there',
  unusable: 'left out, it cannot be used',
}

/** `Order of openai: stays as it is stored`. */
export function routingWords({ kind, key, why }: Pick<ImportRouting, 'kind' | 'key' | 'why'>): string {
  return `${ROUTING_KINDS[kind]} ${key}: ${ROUTING_WHYS[why]}`
}
