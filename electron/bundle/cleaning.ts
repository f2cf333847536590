import type { DirectoryFacts } from '../../shared/engine/index.ts'
import { sessionIdOf } from '../logs/index.ts'
import { createAliases, type Aliases } from './aliases.ts'
import type { BundleSource } from './bundle-source.ts'
import { wordOf } from './plain-names.ts'
import { createPrivateText } from './private-text.ts'

/** How each kind of field goes into a bundle; every field passes through one of these, or is a number. */
export interface Cleaning {
  readonly aliases: Aliases
  /** A word that a program chose. */
  word(text: string): string
  wordOrNull(text: string | null): string | null
  /** An error text, where they are asked for; null: they are not. */
  errorText(text: string | null): string | null
  /** A sentence of the console's own. */
  sentence(text: string): string
  session(id: string): string
  lane(lane: string): string
  parent(parent: string): string
}

export interface CleaningOptions {
  readonly withErrorTexts: boolean
  readonly withSessionIds: boolean
}

/** Lanes and parents that are kinds, not names. */
const KINDS: ReadonlySet<string> = new Set([
  'main',
  'cron',
  'nested',
  'cron-nested',
  'subagent',
  'heartbeat',
  'default',
])
const SESSION_LANE = 'session:'
const JOB = 'cron:'
/** Programs use few words; what is no word of one may be anything. */
const MOST_KNOWN_WORDS = 4096
/** Names of machines and users that everybody has. */
const COMMON_WORDS: ReadonlySet<string> = new Set([
  'root',
  'user',
  'admin',
  'node',
  'home',
  'localhost',
  'openclaw',
  'switchyard',
])

export function createCleaning(source: BundleSource, { withErrorTexts, withSessionIds }: CleaningOptions): Cleaning {
  const aliases = createAliases(withSessionIds)
  const texts = createPrivateText(aliases)
  noteNames(source, aliases)
  const session = (id: string): string => (withSessionIds ? texts.cleanId(id) : aliases.session(sessionIdOf(id)))
  const words = new Map<string, string>()
  const word = (text: string): string => {
    const known = words.get(text)
    if (known !== undefined) return known
    const told = wordOf(text)
    if (words.size < MOST_KNOWN_WORDS) words.set(text, told)
    return told
  }
  return {
    aliases,
    word,
    wordOrNull: (text) => (text === null ? null : word(text)),
    errorText: (text) => (withErrorTexts && text !== null ? texts.clean(text) : null),
    sentence: (text) => texts.clean(text),
    session,
    lane(lane) {
      if (KINDS.has(lane)) return lane
      if (lane.startsWith(SESSION_LANE)) return SESSION_LANE + session(lane.slice(SESSION_LANE.length))
      return aliases.other('lane', lane)
    },
    parent(parent) {
      if (KINDS.has(parent)) return parent
      if (parent.startsWith(JOB)) return JOB + aliases.other('job', parent.slice(JOB.length))
      return aliases.knownRun(parent) ?? session(parent)
    },
  }
}

/** Every name gets its alias before any text is looked at, in an order that does not depend on the texts. */
function noteNames({ privateWords, facts, names }: BundleSource, aliases: Aliases): void {
  for (const word of privateWords) {
    const lower = word.toLowerCase()
    if (lower.length >= 3 && !COMMON_WORDS.has(lower)) aliases.other('host', lower)
  }
  if (facts) noteFacts(facts, aliases)
  for (const { id, provider } of names.profiles) aliases.profile(id, provider)
  for (const id of names.agents) aliases.agent(id)
  for (const key of names.runs) aliases.run(key)
  for (const id of names.sessions) aliases.session(sessionIdOf(id))
}

function noteFacts({ config, agents, sharedStore }: DirectoryFacts, aliases: Aliases): void {
  for (const { id } of agents) aliases.agent(id)
  const stores = [sharedStore, ...agents.map(({ store }) => store)].flatMap((store) => store ?? [])
  for (const { id, provider, email, displayName } of [
    ...config.profiles,
    ...stores.flatMap((store) => store.profiles),
  ]) {
    aliases.profile(id, provider)
    if (email !== null) aliases.other('person', email.toLowerCase())
    if (displayName !== null) aliases.other('name', displayName)
  }
  for (const { order } of [config, ...stores])
    for (const [provider, ids] of Object.entries(order)) for (const id of ids) aliases.profile(id, provider)
  for (const { accountId } of stores.flatMap((store) => store.profiles))
    if (accountId !== null) aliases.other('identity', accountId)
  for (const { name } of [...agents, ...config.agents]) if (name !== null) aliases.other('name', name)
  for (const { aliases: named } of [config.defaults, ...config.agents])
    for (const name of Object.keys(named)) aliases.other('model-alias', name.toLowerCase())
  for (const { key } of agents.flatMap(({ sessions }) => sessions)) aliases.session(sessionIdOf(key))
}
