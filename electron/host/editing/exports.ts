import { copyFile, rm, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ExportResult, PlaintextReport } from '../../../shared/contract/types.ts'
import { own } from '../../../shared/engine/index.ts'
import { writeFailureOf } from '../../files/index.ts'
import { createDirectoryEditor, type EditorOptions, type JsonRecord } from '../../openclaw/index.ts'
import { isRecord } from '../../openclaw/raw-values.ts'
import { createOwnDirectory, STORE_NAME } from '../../own/index.ts'
import { scanForPlaintext } from '../../plaintext/index.ts'
import { bytesOfOpenStore } from '../../store/index.ts'
import { packTransfer, type TransferProfile } from '../../vault/index.ts'
import { Refusal } from '../refusal.ts'
import type { EditContext } from './edit-context.ts'
import { openStores, secretsIn } from './store-secrets.ts'
import { needUnlocked } from './vault-access.ts'

export interface Exports {
  /** One sealed file with every credential; it must not exist yet. */
  sealed(file: string, passphrase: string): Promise<ExportResult>
  /** A plain state directory of OpenClaw. */
  plain(folder: string): Promise<ExportResult>
  scan(): Promise<PlaintextReport>
}

const PRIVATE_MODE = 0o600

export function createExports(context: EditContext, options: Omit<EditorOptions, 'clock'>): Exports {
  const { directory, editor, vault, clock } = context

  return {
    async sealed(file, passphrase) {
      needUnlocked(vault)
      const { credentials } = await openStores(context)
      const profiles = new Map<string, TransferProfile>()
      // Of several with one id, the first counts: the shared one, then the default agent's.
      for (const { owner, profileId, credential } of credentials) {
        if (profiles.has(profileId)) continue
        const { state } = await editor.readStore(owner)
        const stats = own(recordOf(state?.['usageStats']), profileId)
        const configured = directory.state.facts.config.profiles.find(({ id }) => id === profileId)
        profiles.set(profileId, {
          id: profileId,
          credential,
          label: configured?.displayName ?? null,
          metadata: null,
          usageStats: isRecord(stats) ? { ...stats } : null,
        })
      }
      const orders = ordersOf(directory.state.facts)
      const bytes = await packTransfer(
        { createdAtMs: clock.now(), profiles: [...profiles.values()], orders },
        passphrase,
      )
      await writeNew(file, bytes)
      return { path: file, profiles: profiles.size }
    },

    async plain(folder) {
      if (directory.state.kind !== 'own') {
        throw new Refusal('NOT_EDITABLE', 'This directory is a plain one already.', { hint: 'Copy the folder itself.' })
      }
      needUnlocked(vault)
      const { credentials } = await openStores(context)
      const target = await createOwnDirectory({ path: folder, clock })
      try {
        for (const suffix of ['', '-wal', '-shm']) await rm(path.join(target, STORE_NAME + suffix), { force: true })
        await unlink(path.join(target, 'openclaw.json'))
        await copyFile(path.join(directory.state.path, 'openclaw.json'), path.join(target, 'openclaw.json'))
        const written = createDirectoryEditor(target, { ...options, clock })
        for (const { id: agentId } of directory.state.facts.agents) {
          const opened = credentials.filter(({ owner }) => owner.kind === 'agent' && owner.agentId === agentId)
          if (opened.length === 0) continue
          const { state } = await editor.readStore({ kind: 'agent', agentId })
          const profiles = Object.fromEntries(opened.map(({ profileId, credential }) => [profileId, credential]))
          await written.updateStore({ kind: 'agent', agentId }, () => ({
            documents: { credentials: { version: 1, profiles }, state },
            result: null,
          }))
        }
      } catch (error) {
        await rm(target, { recursive: true, force: true })
        throw error
      }
      return { path: target, profiles: credentials.length }
    },

    async scan() {
      const { credentials, closedIds } = await openStores(context)
      const { path: root, kind } = directory.state
      const report = await scanForPlaintext({
        root,
        directory: kind === 'own' ? 'own' : 'attached',
        knownSecrets: credentials.flatMap(({ profileId, credential }) =>
          secretsIn(credential).map(({ label, secret }) => ({ profileId, label, secret })),
        ),
        bytesOfOpen: bytesOfOpenStore,
      })
      const { findings, notScanned, scannedFiles, tooShort } = report
      return {
        scannedFiles,
        findings: findings.map(({ file, place, advice, profileIds, knownCount, unknownCount }) => ({
          file,
          place,
          advice,
          profileIds,
          knownCount,
          unknownCount,
        })),
        notScanned,
        notSearchedIds: [...new Set([...closedIds, ...tooShort])],
      }
    },
  }
}

function ordersOf(facts: EditContext['directory']['state']['facts']): {
  provider: string
  profileIds: readonly string[]
  target: 'stored' | 'config'
}[] {
  const main = facts.agents.find(({ isDefault }) => isDefault) ?? facts.agents[0]
  const stored = Object.entries({ ...facts.sharedStore?.order, ...main?.store?.order })
  const storedProviders = new Set(stored.map(([provider]) => provider))
  const configured = Object.entries(facts.config.order).filter(([provider]) => !storedProviders.has(provider))
  return [
    ...stored.map(([provider, profileIds]) => ({ provider, profileIds, target: 'stored' as const })),
    ...configured.map(([provider, profileIds]) => ({ provider, profileIds, target: 'config' as const })),
  ]
}

async function writeNew(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: PRIVATE_MODE })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EEXIST') {
      throw new Refusal('INVALID_INPUT', 'There is a file of this name already.', { hint: 'Choose another name.' })
    }
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new Refusal('INVALID_INPUT', 'The folder for this file does not exist.', { hint: 'Choose another place.' })
    }
    // What was begun is no export.
    await unlink(file).catch(() => undefined)
    throw writeFailureOf(error)
  }
}

function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? { ...value } : {}
}
