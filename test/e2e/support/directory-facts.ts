import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import JSON5 from 'json5'
import { createDirectoryEditor, readStateDirectory, withStoredOrder } from '../../../electron/openclaw/index.ts'
import { ORDER_RULES_BY_RELEASE, type AuthStore, type DirectoryFacts } from '../../../shared/engine/index.ts'

/** What a state directory holds, read as any other program would. */
export async function factsOf(directory: string): Promise<DirectoryFacts> {
  const reading = await readStateDirectory(directory, { env: {} })
  if (!('facts' in reading)) throw new Error(reading.message)
  return reading.facts
}

/** The store that the main agent uses, whichever file it lies in. */
export async function mainStore(directory: string): Promise<AuthStore> {
  const facts = await factsOf(directory)
  const store = facts.agents.find(({ id }) => id === 'main')?.store ?? facts.sharedStore
  if (store == null) throw new Error('There is no store')
  return store
}

/** Writes a stored order as somebody else would. */
export async function storeOrderElsewhere(directory: string, provider: string, ids: readonly string[]): Promise<void> {
  const editor = createDirectoryEditor(directory, { env: {}, clock: { now: Date.now } })
  await editor.updateStore({ kind: 'agent', agentId: 'main' }, (documents) => ({
    documents: {
      ...documents,
      state: withStoredOrder(documents.state, provider, ids, ORDER_RULES_BY_RELEASE['2026.7.1']),
    },
    result: null,
  }))
}

export const configFile = (directory: string): string => join(directory, 'openclaw.json')

export function readConfig(directory: string): Record<string, unknown> {
  return JSON5.parse(readFileSync(configFile(directory), 'utf8'))
}

/** The order of a provider in `openclaw.json`; undefined: there is none. */
export function configOrder(directory: string, provider: string): readonly string[] | undefined {
  const { auth } = readConfig(directory) as { auth?: { order?: Record<string, readonly string[]> } }
  return auth?.order?.[provider]
}

/** Changes `openclaw.json` as somebody else would. */
export function changeConfig(directory: string, change: (config: Record<string, unknown>) => void): void {
  const config = readConfig(directory)
  change(config)
  writeFileSync(configFile(directory), `${JSON.stringify(config, null, 2)}\n`)
}

/** Lets every provider of the directory be imitated on this machine. */
export function pointProvidersAt(directory: string, origin: string): void {
  changeConfig(directory, (config) => {
    const { providers } = config['models'] as { providers: Record<string, { baseUrl: string }> }
    for (const provider of Object.values(providers)) provider.baseUrl = `${origin}/v1`
  })
}
