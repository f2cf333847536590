import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DirectoryState, EditReceipt, ProfilesInput, RecheckReceipt } from '../../../shared/contract/types.ts'
import { openHistory, type History } from '../../history/index.ts'
import { usualLog } from '../../logs/index.ts'
import { createDirectoryEditor, readRawConfig } from '../../openclaw/index.ts'
import { historyFileFor } from '../../own/index.ts'
import { createOAuthRefresher, type HttpSend } from '../../providers/index.ts'
import { openSwitchyardStore, StoreRefused, type SwitchyardStore } from '../../store/index.ts'
import { createVault, referencedIds, type Protectors, type Vault } from '../../vault/index.ts'
import type { OpenDirectory } from '../open-directory.ts'
import { openTemporaryMemory, type Memory } from '../temporary-memory.ts'
import { createAccounts, type Accounts } from './accounts.ts'
import type { EditContext } from './edit-context.ts'
import { createExports, type Exports } from './exports.ts'
import { createGatewayFollower, type GatewayPorts } from './gateway-follower.ts'
import { createImports, type Imports } from './imports.ts'
import { createLocks, type Locks } from './locks.ts'
import { makeReload } from './make-reload.ts'
import { createOrderRecorder } from './order-recorder.ts'
import { createOrders, type Orders } from './orders.ts'
import { createProviderCalls } from './provider-calls.ts'
import { createRechecks } from './rechecks.ts'
import { createSignIns } from './sign-ins.ts'
import { ownersOf } from './store-secrets.ts'
import { createVaultAccess, type VaultAccess } from './vault-access.ts'
import { createWindowRecorder } from './window-recorder.ts'

export interface EditPorts extends GatewayPorts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly homeDir: string
  /** That of the console. */
  readonly version?: string
  /** Where the console keeps its own data. */
  readonly dataFolder: string
  /** The directory that OpenClaw itself uses for this user. */
  readonly defaultDirectory: string
  /** How the key of a directory's vault can be kept on this machine. */
  readonly protectorsFor: (directory: string) => Protectors
  /** How providers are called; absent: over the network. */
  readonly send?: HttpSend | undefined
  resolve(written: string): string
  /** For defects only. */
  log(message: string, error: unknown): void
}

/** Everything that can be done to one open directory, from opening to closing. */
export interface EditSession {
  readonly orders: Orders
  readonly accounts: Accounts
  readonly locks: Locks
  readonly imports: Imports
  readonly exports: Exports
  readonly vault: VaultAccess
  readonly history: History
  recheck(input: ProfilesInput): Promise<RecheckReceipt>
  makeReload(): Promise<EditReceipt>
  /** Takes in every state of the directory: for the history, and for locks that a fresher signal contradicts. */
  follow(state: DirectoryState): void
  close(): Promise<void>
}

/**
 * @throws {StoreRefused} an own directory whose database cannot be used: its secrets lie there. With any other directory
 *   what the console remembers is kept for as long as it is open.
 */
export async function openEditSession(directory: OpenDirectory, ports: EditPorts): Promise<EditSession> {
  const { clock, env, homeDir } = ports
  const { path: root, kind } = directory.state
  const memory = await openMemory(directory, ports)
  const { store } = memory
  const vault = kind === 'own' ? vaultOf(root, store, ports) : null
  const editor = createDirectoryEditor(root, { env, homeDir, clock })
  const gateway = createGatewayFollower(directory, ports, logOfOpenClaw)
  const context: EditContext = { directory, editor, store, vault, gateway, clock }
  const call = createProviderCalls(context, {
    env,
    isUsersOwn: kind === 'own' || isUsersOwn(root, ports),
    readConfig: () => readRawConfig(root, { env, homeDir }),
    send: ports.send,
  })
  const refresher = createOAuthRefresher({ now: () => clock.now(), send: ports.send })
  const orderRecorder = createOrderRecorder(store)
  const windowRecorder = createWindowRecorder(store, clock)
  const locks = createLocks(context)
  const imports = createImports(context, ports)
  const vaultAccess = createVaultAccess(directory, vault)
  const history = openHistory({
    file: store.file,
    clockShiftMs: clock.now() - Date.now(),
    usualLog: logOfOpenClaw,
    policyId: () => directory.state.facts.policyId,
    facts: () => directory.state.facts,
    problems: () => directory.state.problems,
    consoleVersion: ports.version ?? 'unknown',
    log: (message, error) => ports.log(message, error),
  })
  void history.knowProfiles(profileIdsOf(directory.state))
  if (store.followsLogs()) void history.watch().return?.()
  let isClosed = false
  let healing: Promise<void> = Promise.resolve()

  function logOfOpenClaw(): string {
    return usualLog({
      configured: directory.configFile.gateway.logFile,
      env,
      platform: process.platform,
      temporary: tmpdir(),
      userId: process.getuid?.() ?? null,
      homeDir,
    })
  }

  function inBackground(what: string, task: () => Promise<void>): Promise<void> {
    return task().catch((error: unknown) => {
      if (!isClosed) ports.log(what, error)
    })
  }

  if (vault !== null) {
    void inBackground('The vault could not be unlocked', () => vaultAccess.unlockAutomatically())
    void inBackground('The vault could not be tidied up', () => removeOrphans(context, vault))
  }
  void inBackground('Looking for a gateway failed', () => gateway.look())

  return {
    orders: createOrders(context, orderRecorder),
    accounts: createAccounts(context, call, createSignIns(context, refresher)),
    locks,
    imports,
    exports: createExports(context, { env, homeDir }),
    vault: vaultAccess,
    history,
    recheck: createRechecks(context, call),
    makeReload: () => makeReload(context),
    follow(state) {
      if (isClosed) return
      void history.knowProfiles(profileIdsOf(state))
      try {
        orderRecorder.follow(state.facts, clock.now())
        windowRecorder.follow(state.facts)
      } catch (error) {
        ports.log('The history could not be written', error)
      }
      healing = healing.then(() => (isClosed ? undefined : inBackground('Healing failed', () => locks.heal())))
      void inBackground('Looking for a gateway failed', () => gateway.look())
    },
    async close() {
      isClosed = true
      gateway.close()
      imports.forget()
      vault?.lock()
      await healing
      await history.close()
      await memory.close()
    },
  }
}

/** The directory that OpenClaw uses for this user, or that of another profile of theirs, which lies beside it. */
function isUsersOwn(root: string, { defaultDirectory, homeDir }: EditPorts): boolean {
  const directory = path.resolve(root)
  const isBesideIt =
    path.dirname(directory) === path.resolve(homeDir) && /^\.(?:openclaw|clawdbot)/.test(path.basename(directory))
  return isBesideIt || directory === path.resolve(defaultDirectory)
}

/** An edit that was cut off may have left a secret in the vault that nothing names. */
const ORPHAN_AGE_MS = 60 * 60 * 1000

async function removeOrphans(context: EditContext, vault: Vault): Promise<void> {
  const { agents } = context.directory.state.facts
  // What cannot be read may name any of them.
  if (agents.some(({ storeState }) => storeState === 'unreadable')) return
  const named = new Set<string>()
  for (const owner of ownersOf(context)) {
    for (const id of referencedIds((await context.editor.readStore(owner)).credentials)) named.add(id)
  }
  vault.collect(named, ORPHAN_AGE_MS)
}

/** Every profile that any agent of the directory has. */
function profileIdsOf({ facts }: DirectoryState): readonly string[] {
  const stores = [facts.sharedStore, ...facts.agents.map(({ store }) => store)]
  return [...new Set(stores.flatMap((store) => store?.profiles.map(({ id }) => id) ?? []))].toSorted()
}

async function openMemory(directory: OpenDirectory, ports: EditPorts): Promise<Memory> {
  const { kind, path: root } = directory.state
  if (kind === 'example') return await openTemporaryMemory(ports.clock)
  const file = await historyFileFor(root, ports.dataFolder)
  try {
    const store = openSwitchyardStore(file, ports)
    return { store, close: () => Promise.resolve(store.close()) }
  } catch (error) {
    if (kind === 'own' || !(error instanceof StoreRefused)) throw error
    ports.log('What the console remembers of this directory cannot be kept', error)
    return await openTemporaryMemory(ports.clock)
  }
}

function vaultOf(root: string, { secrets }: SwitchyardStore, { clock, protectorsFor }: EditPorts): Vault {
  return createVault({ rows: secrets, protectors: protectorsFor(root), clock })
}
