import type { Clock } from './clock.ts'
import { connect, emptyLog, type StoreConnection } from './connection.ts'
import { createWindowLedger, type WindowLedger } from './ledger/window-ledger.ts'
import { MIGRATIONS } from './migrations/table.ts'
import { noteOpenStore } from './open-stores.ts'
import { createOrderRevisions, type OrderRevisions } from './order-revisions.ts'
import { createSecretRows, type SecretRows } from './secret-rows.ts'
import { refusing } from './store-refused.ts'

/** Switchyard's own database of one state directory. All of it is synchronous. */
export interface SwitchyardStore {
  readonly file: string
  /** The version it was upgraded from when it was opened, with the copy made before; null: it was not. */
  readonly upgraded: StoreConnection['upgraded']
  readonly meta: MetaRows
  readonly ledger: WindowLedger
  readonly revisions: OrderRevisions
  readonly secrets: SecretRows
  /** Whether a log was followed when the history was closed last. */
  followsLogs(): boolean
  close(): void
}

export interface MetaRows {
  /** null: there is no such row. */
  get(key: string): string | null
  set(key: string, value: string): void
}

/**
 * Opens the database, makes it where there is none, and brings it to this version. The file is for this user alone.
 *
 * @throws {StoreRefused} it cannot be used; nothing in it was changed. Every function of the store throws it as well.
 */
export function openSwitchyardStore(file: string, { clock }: { readonly clock: Clock }): SwitchyardStore {
  const { database, upgraded } = connect(file, MIGRATIONS)
  const noteClosed = noteOpenStore(file, database)
  const read = database.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck()
  const followed = database.prepare('SELECT 1 FROM history_sources WHERE follow_json IS NOT NULL LIMIT 1')
  const write = database.prepare(
    'INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  return {
    file,
    upgraded,
    meta: refusing(file, {
      get: (key: string) => read.get(key) ?? null,
      set: (key: string, value: string) => void write.run(key, value),
    }),
    ledger: refusing(file, createWindowLedger(database, clock)),
    revisions: refusing(file, createOrderRevisions(database)),
    secrets: refusing(file, createSecretRows(database)),
    followsLogs: () => followed.get() !== undefined,
    close() {
      if (!database.open) return
      try {
        emptyLog(database)
      } finally {
        database.close()
        noteClosed()
      }
    },
  }
}
