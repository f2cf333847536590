import { implement, type Context, type Router } from '@orpc/server'
import { contract, type Contract } from '../../shared/contract/contract.ts'
import type { HostInfo } from '../../shared/contract/types.ts'
import type { HistoryApi } from '../history/index.ts'
import { cannotOpenBeside, type Beside } from './beside.ts'
import type { DirectoryKeeper } from './directory-keeper.ts'
import type { DirectoryRecords } from './directory-records.ts'
import type { EditSession } from './editing/index.ts'
import type { OwnDirectories } from './own-directories.ts'
import { refusalOf } from './refusal.ts'
import { historyRoutes } from './routes/history.ts'
import type { StateFeed } from './state-feed.ts'

export interface RouterParts {
  readonly info: HostInfo
  readonly directories: DirectoryKeeper
  readonly ownDirectories: OwnDirectories
  /** null: there is no place beside this one. */
  readonly beside: Beside | null
  readonly feed: StateFeed
  /** Makes what a person typed an absolute path. */
  readonly resolve: (path: string) => string
}

/** It takes nothing from whoever serves it. */
export type HostRouter = Router<Contract, Context>

/** The contract's procedures on the host's parts; nothing is decided here. */
export function createRouter(parts: RouterParts): HostRouter {
  const { info, directories, ownDirectories, beside, feed, resolve } = parts
  const os = implement(contract)

  /** Something done to the open directory. */
  function edit<T>(task: (session: EditSession) => T | Promise<T>): Promise<T> {
    return Promise.resolve()
      .then(() => task(directories.session()))
      .catch(refusalOf)
  }

  /** Something done to the history of what is open, which may be a log. */
  function keep<T>(task: (of: { readonly history: HistoryApi }) => T | Promise<T>): Promise<T> {
    return Promise.resolve()
      .then(() => task({ history: directories.history() }))
      .catch(refusalOf)
  }

  /** Something looked up about what is open, which may be a bundle or a log. */
  function look<T>(task: (records: DirectoryRecords) => T | Promise<T>): Promise<T> {
    return Promise.resolve()
      .then(() => task(directories.records()))
      .catch(refusalOf)
  }

  async function openBeside(path: string | null): Promise<{ address: string | null }> {
    if (beside === null) throw cannotOpenBeside()
    return { address: await beside.open(path === null ? null : resolve(path)) }
  }

  return os.router({
    host: {
      info: os.host.info.handler(() => info),
    },
    directory: {
      open: os.directory.open.handler(({ input }) => directories.open(resolve(input.path)).catch(refusalOf)),
      openBundle: os.directory.openBundle.handler(({ input }) =>
        directories.openBundle(resolve(input.path)).catch(refusalOf),
      ),
      openLog: os.directory.openLog.handler(({ input }) => directories.openLog(resolve(input.path)).catch(refusalOf)),
      openBeside: os.directory.openBeside.handler(({ input }) => openBeside(input.path).catch(refusalOf)),
      openExample: os.directory.openExample.handler(() => directories.openExample().catch(refusalOf)),
      openDefault: os.directory.openDefault.handler(() => directories.open(info.defaultDirectory).catch(refusalOf)),
      choose: os.directory.choose.handler(({ input }) => directories.choose(input.what).catch(refusalOf)),
      close: os.directory.close.handler(() => directories.close()),
      setPolicy: os.directory.setPolicy.handler(({ input }) => directories.setPolicy(input.policyId).catch(refusalOf)),
      reread: os.directory.reread.handler(() => directories.reread().catch(refusalOf)),
      create: os.directory.create.handler(({ input }) => ownDirectories.create(input).catch(refusalOf)),
      known: os.directory.known.handler(() => ownDirectories.known()),
      forget: os.directory.forget.handler(({ input }) => ownDirectories.forget(resolve(input.path)).catch(refusalOf)),
      protections: os.directory.protections.handler(() => ownDirectories.protections()),
    },
    order: {
      save: os.order.save.handler(({ input }) => edit(({ orders }) => orders.save(input))),
      history: os.order.history.handler(({ input }) => look(({ orders }) => orders.history(input))),
      undo: os.order.undo.handler(() => edit(({ orders }) => orders.undo())),
      redo: os.order.redo.handler(() => edit(({ orders }) => orders.redo())),
      restore: os.order.restore.handler(({ input }) => edit(({ orders }) => orders.restore(input.revisionId))),
    },
    accounts: {
      add: os.accounts.add.handler(({ input }) => edit(({ accounts }) => accounts.add(input))),
      edit: os.accounts.edit.handler(({ input }) => edit(({ accounts }) => accounts.edit(input))),
      remove: os.accounts.remove.handler(({ input }) => edit(({ accounts }) => accounts.remove(input))),
      test: os.accounts.test.handler(({ input }) => edit(({ accounts }) => accounts.test(input))),
      refresh: os.accounts.refresh.handler(({ input }) => edit(({ accounts }) => accounts.refresh(input))),
    },
    locks: {
      recheck: os.locks.recheck.handler(({ input }) => edit((session) => session.recheck(input))),
      clear: os.locks.clear.handler(({ input }) => edit(({ locks }) => locks.clear(input))),
      snooze: os.locks.snooze.handler(({ input }) => edit(({ locks }) => locks.snooze(input))),
      history: os.locks.history.handler(({ input }) => look(({ locks }) => locks.history(input))),
    },
    gateway: {
      makeReload: os.gateway.makeReload.handler(() => edit((session) => session.makeReload())),
    },
    vault: {
      unlock: os.vault.unlock.handler(({ input }) => edit(({ vault }) => vault.unlock(input.passphrase))),
      lock: os.vault.lock.handler(() => edit(({ vault }) => vault.lock())),
      changePassphrase: os.vault.changePassphrase.handler(({ input }) =>
        edit(({ vault }) => vault.changePassphrase(input.current, input.next)),
      ),
      addProtection: os.vault.addProtection.handler(({ input }) =>
        edit(({ vault }) => vault.addProtection(input.protection)),
      ),
      removeProtection: os.vault.removeProtection.handler(({ input }) =>
        edit(({ vault }) => vault.removeProtection(input.kind)),
      ),
    },
    transfer: {
      previewImport: os.transfer.previewImport.handler(({ input }) => edit(({ imports }) => imports.preview(input))),
      import: os.transfer.import.handler(({ input }) => edit(({ imports }) => imports.apply(input.previewId))),
      export: os.transfer.export.handler(({ input }) =>
        edit(({ exports }) => exports.sealed(resolve(input.path), input.passphrase)),
      ),
      exportPlain: os.transfer.exportPlain.handler(({ input }) =>
        edit(({ exports }) => exports.plain(resolve(input.path))),
      ),
      scan: os.transfer.scan.handler(() => edit(({ exports }) => exports.scan())),
    },
    history: historyRoutes(os, { look, edit: keep, resolve }),
    state: {
      watch: os.state.watch.handler(({ signal }) => feed.subscribe(signal)),
    },
  })
}
