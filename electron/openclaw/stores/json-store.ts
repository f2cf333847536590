import { isCredentialDocument, readAuthStore, type AuthStore } from '../../../shared/engine/index.ts'
import type { AgentPlace } from '../directory/list-agents.ts'
import { readDocument } from '../files/read-document.ts'
import { isRecord } from '../raw-values.ts'
import { existingPaths, jsonStorePaths, readCredentials, reportLeftover, type JsonStorePaths } from './legacy-files.ts'
import { reportStoreProblems } from './store-problems.ts'
import { NO_STORE, stateOf, type StoreContext, type StoreReading } from './store-reading.ts'

/**
 * Reads an agent's store of the JSON generation: `auth-profiles.json` with the secrets and `auth-state.json` with the routing
 * state, which in the first releases stood in the former as well. Without them, what still older releases have left is what
 * OpenClaw would take over at its next start.
 */
export async function readJsonStore(storeContext: StoreContext, agent: AgentPlace): Promise<StoreReading> {
  const paths = jsonStorePaths(storeContext.context.root, agent)
  const reading = await readPair(storeContext, agent, paths.profiles, paths.state)
  if (reading.state !== 'absent') {
    await reportOlderFiles(storeContext, agent, paths)
    return reading
  }
  return await readOlderStore(storeContext, agent, paths)
}

async function readPair(
  { context, rules }: StoreContext,
  agent: AgentPlace,
  profilesPath: string,
  statePath: string | null,
): Promise<StoreReading> {
  const credentials = await readDocument(context, {
    path: profilesPath,
    dialect: 'json',
    subject: 'The list of credentials',
    agentId: agent.id,
  })
  const state = statePath === null ? undefined : await readState({ context, rules }, agent, statePath)
  if (credentials.kind === 'unreadable') return { path: profilesPath, state: 'unreadable', store: null }
  if (credentials.kind === 'absent') return stateOnly(statePath, state, rules)
  if (!isCredentialDocument(credentials.value)) {
    reportForm({ context, rules }, agent, profilesPath, credentials.value)
    return { path: profilesPath, state: 'unreadable', store: null }
  }
  const store = readAuthStore(credentials.value, state, rules)
  reportStoreProblems(context, { path: profilesPath, agentId: agent.id }, store)
  return { path: profilesPath, state: stateOf(store), store }
}

/** An agent that inherits all its credentials still records how they fared. */
function stateOnly(statePath: string | null, state: unknown, rules: StoreContext['rules']): StoreReading {
  if (statePath === null || state === undefined) return NO_STORE
  return { path: statePath, state: 'absent', store: readAuthStore(undefined, state, rules) }
}

async function readState({ context }: StoreContext, agent: AgentPlace, statePath: string): Promise<unknown> {
  const subject = 'The record of cooldowns and orders'
  const document = await readDocument(context, { path: statePath, dialect: 'json', subject, agentId: agent.id })
  if (document.kind !== 'value') return undefined
  if (isRecord(document.value)) return document.value
  context.problems.add({
    severity: 'error',
    code: 'wrong_shape',
    path: statePath,
    agentId: agent.id,
    message: `${subject} is no object, so that no window is known.`,
    hint: 'OpenClaw starts a new one at its next change.',
  })
  return undefined
}

function reportForm({ context, rules }: StoreContext, agent: AgentPlace, file: string, document: unknown): void {
  const isFlat = readCredentials(document, false, rules).profiles.length > 0
  context.problems.add({
    severity: 'error',
    code: isFlat ? 'migration_required' : 'wrong_shape',
    path: file,
    agentId: agent.id,
    message: isFlat
      ? 'The list of credentials has a form that OpenClaw does not read.'
      : 'The list of credentials holds no "profiles"; OpenClaw treats it as if it were not there.',
    hint: isFlat ? 'Run "openclaw doctor --fix" to convert it.' : 'Restore it from a backup, or sign in again.',
  })
}

async function reportOlderFiles(storeContext: StoreContext, agent: AgentPlace, paths: JsonStorePaths): Promise<void> {
  const existing = await existingPaths(paths)
  for (const file of [paths.single, paths.flat, paths.oauth]) {
    if (file !== null && existing.has(file)) reportLeftover(storeContext, agent, file)
  }
}

/** Newest first: the folder from before there were several agents, then `auth.json` completed from `oauth.json`. */
async function readOlderStore(
  storeContext: StoreContext,
  agent: AgentPlace,
  paths: JsonStorePaths,
): Promise<StoreReading> {
  if (paths.single !== null) {
    const single = await readPair(storeContext, agent, paths.single, null)
    if (single.state !== 'absent') return reportImport(storeContext, agent, single)
  }
  const flat = await readCredentialFile(storeContext, agent, paths.flat)
  const oauth = paths.oauth === null ? null : await readCredentialFile(storeContext, agent, paths.oauth)
  const [path, first] = flat === null ? [paths.oauth, oauth] : [paths.flat, flat]
  const store = first && flat && oauth ? combine(flat, oauth) : first
  if (path === null || store === null) return NO_STORE
  reportStoreProblems(storeContext.context, { path, agentId: agent.id }, store)
  return reportImport(storeContext, agent, { path, state: stateOf(store), store })
}

async function readCredentialFile(
  { context, rules }: StoreContext,
  agent: AgentPlace,
  file: string,
): Promise<AuthStore | null> {
  const document = await readDocument(context, {
    path: file,
    dialect: 'json',
    subject: 'The list of credentials of an older release',
    agentId: agent.id,
    severity: 'warning',
  })
  return document.kind === 'value' ? readCredentials(document.value, file.endsWith('oauth.json'), rules) : null
}

function combine(first: AuthStore, second: AuthStore): AuthStore {
  const ids = new Set(first.profiles.map((profile) => profile.id))
  return {
    ...first,
    profiles: [...first.profiles, ...second.profiles.filter((profile) => !ids.has(profile.id))],
    rejected: [...first.rejected, ...second.rejected],
  }
}

function reportImport({ context }: StoreContext, agent: AgentPlace, reading: StoreReading): StoreReading {
  if (reading.path === null) return reading
  context.problems.add({
    severity: 'info',
    code: 'migration_required',
    path: reading.path,
    agentId: agent.id,
    message: 'These credentials lie where an older release has left them.',
    hint: 'OpenClaw takes them over at its next start; "openclaw doctor --fix" does it now.',
  })
  return reading
}
