import { stat } from 'node:fs/promises'
import path from 'node:path'
import {
  isCredentialDocument,
  readAuthStore,
  readFlatAuthStore,
  type AuthStore,
  type Era,
} from '../../../shared/engine/index.ts'
import { MAIN_AGENT_ID, type AgentPlace } from '../directory/list-agents.ts'
import { decodeText } from '../files/decode-text.ts'
import { parseJson } from '../files/parse-json.ts'
import { readWholeFile } from '../files/read-file.ts'
import { countOf, listNames } from '../wording.ts'
import type { ReadingRules, StoreContext } from './store-reading.ts'

/** Files in which releases have kept credentials and routing state, before databases. */
export interface JsonStorePaths {
  /** `auth-profiles.json` */
  readonly profiles: string
  /** `auth-state.json` */
  readonly state: string
  /** `auth.json`, the oldest form: provider to credential. */
  readonly flat: string
  /** `credentials/oauth.json`; only the main agent's. */
  readonly oauth: string | null
  /** `agent/auth-profiles.json`, from before there were several agents; only the main agent's. */
  readonly single: string | null
}

export function jsonStorePaths(root: string, agent: AgentPlace): JsonStorePaths {
  const isMain = agent.id === MAIN_AGENT_ID
  return {
    profiles: path.join(agent.agentDir, 'auth-profiles.json'),
    state: path.join(agent.agentDir, 'auth-state.json'),
    flat: path.join(agent.agentDir, 'auth.json'),
    oauth: isMain ? path.join(root, 'credentials', 'oauth.json') : null,
    single: isMain ? path.join(root, 'agent', 'auth-profiles.json') : null,
  }
}

export async function existingPaths(paths: JsonStorePaths): Promise<ReadonlySet<string>> {
  const all = Object.values(paths).filter((file): file is string => file !== null)
  const found = await Promise.all(all.map(isFile))
  return new Set(all.filter((_, index) => found[index]))
}

/** What became of the store that counts. */
export type AuthoritativeStore = 'has_profiles' | 'has_none' | 'unreadable'

/**
 * Reports files of older generations that lie beside a store in a database. They are leftovers, unless the store is empty and
 * they hold credentials: then the upgrade was never finished, and OpenClaw does without them or refuses to go on.
 */
export async function reportLegacyFiles(
  storeContext: StoreContext,
  agent: AgentPlace,
  era: Exclude<Era, 'J'>,
  authoritative: AuthoritativeStore,
): Promise<void> {
  const paths = jsonStorePaths(storeContext.context.root, agent)
  for (const file of await existingPaths(paths)) {
    const isLeftover = authoritative !== 'has_none' || file === paths.state
    const content = isLeftover ? 'nothing' : await credentialsIn(file, storeContext.rules)
    if (content === 'nothing') reportLeftover(storeContext, agent, file)
    else reportMigration(storeContext, agent, file, content, era === 'S1' && file === paths.oauth)
  }
}

export function reportLeftover({ context }: StoreContext, agent: AgentPlace, file: string): void {
  context.problems.add({
    severity: 'info',
    code: 'leftover_file',
    path: file,
    agentId: agent.id,
    message: 'This file is left over from an older release; OpenClaw does not read it any more.',
    hint: 'It may still hold secrets in plain text. "openclaw doctor --fix" archives it.',
  })
}

function reportMigration(
  { context }: StoreContext,
  agent: AgentPlace,
  file: string,
  content: AuthStore | 'broken',
  isImportedByItself: boolean,
): void {
  const about = { code: 'migration_required', path: file, agentId: agent.id } as const
  if (isImportedByItself) {
    const message = 'Sign-ins of an older release wait here; OpenClaw takes them over the next time it needs them.'
    context.problems.add({ ...about, severity: 'info', message })
    return
  }
  const what =
    content === 'broken'
      ? 'This file of an older release may hold credentials and cannot be read'
      : `${countOf(content.profiles.length, 'credential')} of ${listNames(providersOf(content))} ${
          content.profiles.length === 1 ? 'lies' : 'lie'
        } in the format of an older release`
  context.problems.add({
    ...about,
    severity: 'error',
    message: `${what}; this OpenClaw does not use it.`,
    hint: 'Run "openclaw doctor --fix" to take it over.',
  })
}

function providersOf(store: AuthStore): string[] {
  return [...new Set(store.profiles.map((profile) => profile.provider))].sort()
}

async function credentialsIn(file: string, rules: ReadingRules): Promise<AuthStore | 'broken' | 'nothing'> {
  const content = await readWholeFile(file)
  if (content.kind === 'absent') return 'nothing'
  if (content.kind !== 'bytes') return 'broken'
  const result = parseJson(decodeText(content.bytes).text, 'json')
  if (result.kind !== 'value') return 'broken'
  const store = readCredentials(result.value, path.basename(file) === 'oauth.json', rules)
  return store.profiles.length > 0 ? store : 'nothing'
}

/** Reads a credential document of either form. Entries of `oauth.json` do not name their type: it is implied. */
export function readCredentials(document: unknown, isOauth: boolean, rules: ReadingRules): AuthStore {
  if (isCredentialDocument(document)) return readAuthStore(document, undefined, rules)
  return readFlatAuthStore(isOauth ? withOauthType(document) : document, rules)
}

function withOauthType(document: unknown): unknown {
  if (typeof document !== 'object' || document === null) return document
  return Object.fromEntries(
    Object.entries(document).map(([provider, entry]: [string, unknown]) => [
      provider,
      typeof entry === 'object' && entry !== null ? { ...entry, type: 'oauth' } : entry,
    ]),
  )
}

async function isFile(filePath: string): Promise<boolean> {
  try {
    return (await stat(filePath)).isFile()
  } catch {
    return false
  }
}
