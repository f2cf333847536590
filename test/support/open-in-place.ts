import { join } from 'node:path'
import { ORPCError } from '@orpc/client'
import type { HostClient } from '../../renderer/lib/transport/host-client.ts'
import type { BundleOptions, DirectoryState, HostState } from '../../shared/contract/types.ts'

/** The log of a recorded directory, and how many decisions are in it. */
export const LOG = join(import.meta.dirname, '..', 'fixtures', 'openclaw-2026.9.6', 'logs', 'openclaw.log')
export const DECISIONS = 9
/** When the recordings had just been made. */
export const MADE_MS = 1_796_006_400_000
export const DAY_MS = 86_400_000
export const OPTIONS: BundleOptions = { fromMs: null, toMs: null, withErrorTexts: false, withSessionIds: false }

export async function stateOf(client: HostClient): Promise<HostState> {
  for await (const message of await client.state.watch()) if (message.kind === 'snapshot') return message.state
  throw new Error('The host told no state')
}

export async function shownBy(client: HostClient): Promise<DirectoryState> {
  const state = await stateOf(client)
  if (state.kind !== 'open') throw new Error(`Nothing is open: ${state.kind}`)
  return state.directory
}

/** What a call is refused with; null: it is not. */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
    return null
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    const { hint } = error.data as { hint: string }
    return { code: error.code, message: error.message, hint }
  }
}

type Call = (client: HostClient, folder: string) => Promise<unknown>
const LOCKED = { agentId: 'main', profileIds: ['alpha:account-1'] }
const ACCOUNT = { agentId: 'main', profileId: 'alpha:account-1' }

/** Every procedure that does something to a directory. */
export const EDITS: Readonly<Record<string, Call>> = {
  'order.save': ({ order }) =>
    order.save({ agentId: 'main', provider: 'alpha', target: 'stored', profileIds: [], base: null }),
  'order.undo': ({ order }) => order.undo(),
  'order.redo': ({ order }) => order.redo(),
  'order.restore': ({ order }) => order.restore({ revisionId: 1 }),
  'accounts.add': ({ accounts }) =>
    accounts.add({
      agentId: 'main',
      owner: 'own',
      profileId: 'alpha:new',
      provider: 'alpha',
      type: 'api_key',
      secret: { kind: 'inline', value: 'made-up-key' },
      expiresMs: null,
      email: null,
      displayName: null,
    }),
  'accounts.edit': ({ accounts }) => accounts.edit({ ...ACCOUNT, displayName: 'Other' }),
  'accounts.remove': ({ accounts }) => accounts.remove(ACCOUNT),
  'accounts.test': ({ accounts }) => accounts.test(ACCOUNT),
  'accounts.refresh': ({ accounts }) => accounts.refresh(ACCOUNT),
  'locks.recheck': ({ locks }) => locks.recheck(LOCKED),
  'locks.clear': ({ locks }) => locks.clear(LOCKED),
  'locks.snooze': ({ locks }) => locks.snooze({ ...LOCKED, untilMs: MADE_MS + 1000 * DAY_MS }),
  'gateway.makeReload': ({ gateway }) => gateway.makeReload(),
  'vault.unlock': ({ vault }) => vault.unlock({ passphrase: 'made-up passphrase' }),
  'vault.lock': ({ vault }) => vault.lock(),
  'vault.changePassphrase': ({ vault }) =>
    vault.changePassphrase({ current: 'made-up passphrase', next: 'another passphrase' }),
  'vault.addProtection': ({ vault }) => vault.addProtection({ protection: { kind: 'key_file' } }),
  'vault.removeProtection': ({ vault }) => vault.removeProtection({ kind: 'key_file' }),
  'transfer.previewImport': ({ transfer }, folder) =>
    transfer.previewImport({ path: folder, agentId: 'main', passphrase: null }),
  'transfer.import': ({ transfer }) => transfer.import({ previewId: 'x' }),
  'transfer.export': ({ transfer }, folder) =>
    transfer.export({ path: join(folder, 'sealed'), passphrase: 'a made-up passphrase' }),
  'transfer.exportPlain': ({ transfer }, folder) =>
    transfer.exportPlain({ path: join(folder, 'plain'), acceptsPlainText: true }),
  'transfer.scan': ({ transfer }) => transfer.scan(),
  'history.import': ({ history }) => history.import({ paths: [LOG] }),
  'history.cancelImport': ({ history }) => history.cancelImport(),
  'history.follow': ({ history }) => history.follow({ path: LOG, withPast: true }),
  'history.unfollow': ({ history }) => history.unfollow({ sourceId: 1 }),
  'history.forget': ({ history }) => history.forget({ sourceId: null }),
  'history.bundlePreview': ({ history }) => history.bundlePreview(OPTIONS),
  'history.bundleSave': ({ history }, folder) =>
    history.bundleSave({ previewId: 'x', path: join(folder, 'again.zip') }),
  'history.saveView': ({ history }) => history.saveView({ name: 'x', filter: {}, preset: null }),
  'history.removeView': ({ history }) => history.removeView({ id: 1 }),
}
