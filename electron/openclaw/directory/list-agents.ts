import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { normalizeAgentId, type FailoverConfig } from '../../../shared/engine/index.ts'
import type { ReadContext } from '../context.ts'
import { failureWords } from '../files/file-failures.ts'
import { errorCode } from '../files/read-file.ts'
import { quoteName } from '../wording.ts'
import { expandHome } from './state-directory.ts'

/** An agent and where its files lie. */
export interface AgentPlace {
  readonly id: string
  readonly name: string | null
  readonly isDefault: boolean
  readonly hasFolder: boolean
  /** `agents/<id>`; the folder need not exist. */
  readonly folder: string
  /** Where its credentials lie: the configured folder or `agents/<id>/agent`. */
  readonly agentDir: string
}

export const MAIN_AGENT_ID = 'main'

/** All agents: those that have a folder and those that are configured, the default one first. */
export async function listAgents(context: ReadContext, config: FailoverConfig): Promise<readonly AgentPlace[]> {
  const agentsFolder = path.join(context.root, 'agents')
  const folders = await agentFolders(context, agentsFolder)
  const configured = new Map(config.agents.map((agent) => [agent.id, agent]))
  const defaultId = (config.agents.find((agent) => agent.isDefault) ?? config.agents[0])?.id ?? MAIN_AGENT_ID
  // The default agent exists even where nothing mentions it.
  const ids = new Set([defaultId, ...configured.keys(), ...[...folders.keys()].sort()])
  return [...ids].map((id) => {
    const folder = path.join(agentsFolder, folders.get(id) ?? id)
    const written = configured.get(id)?.agentDir ?? null
    return {
      id,
      name: configured.get(id)?.name ?? null,
      isDefault: id === defaultId,
      hasFolder: folders.has(id),
      folder,
      agentDir:
        written === null
          ? path.join(folder, 'agent')
          : path.resolve(context.root, expandHome(written, context.homeDir)),
    }
  })
}

/** Agent id to the name of its folder. */
async function agentFolders(context: ReadContext, agentsFolder: string): Promise<ReadonlyMap<string, string>> {
  const names = await folderNames(context, agentsFolder)
  const folders = new Map(names.filter((name) => normalizeAgentId(name) === name).map((name) => [name, name]))
  for (const name of names) {
    const id = name.toLowerCase()
    if (folders.get(id) === name) continue
    // On file systems that do not tell upper from lower case, this is where the agent's files are.
    if (normalizeAgentId(name) === id && !folders.has(id)) folders.set(id, name)
    else reportStrayFolder(context, path.join(agentsFolder, name))
  }
  return folders
}

async function folderNames(context: ReadContext, agentsFolder: string): Promise<string[]> {
  try {
    const entries = await readdir(agentsFolder, { withFileTypes: true })
    const names: string[] = []
    for (const entry of entries) {
      const isFolder = entry.isSymbolicLink()
        ? await isDirectory(path.join(agentsFolder, entry.name))
        : entry.isDirectory()
      if (isFolder && !entry.name.startsWith('.')) names.push(entry.name)
    }
    return names.sort()
  } catch (error) {
    const code = errorCode(error)
    if (code !== 'ENOENT') {
      const { cause, hint } = failureWords(code)
      const message = `The folder of the agents cannot be read: ${cause}.`
      context.problems.add({ severity: 'error', code: 'directory_unreadable', path: agentsFolder, message, hint })
    }
    return []
  }
}

function reportStrayFolder(context: ReadContext, folder: string): void {
  context.problems.add({
    severity: 'info',
    code: 'odd_entry',
    path: folder,
    message: `The folder ${quoteName(path.basename(folder))} is no agent's: an agent's folder has the agent's id as its name.`,
    hint: 'OpenClaw does not read it. Remove it if it is not needed.',
  })
}

async function isDirectory(filePath: string): Promise<boolean> {
  try {
    return (await stat(filePath)).isDirectory()
  } catch {
    return false
  }
}
