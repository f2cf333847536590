/** Switchyard's own database of one state directory: the ledger of windows, the revisions of orders, the vault's rows. */
export { openSwitchyardStore, type MetaRows, type SwitchyardStore } from './open-store.ts'
export { StoreRefused, type StoreRefusalCode } from './store-refused.ts'
export { bytesOfOpenStore } from './open-stores.ts'
export { readStoreHeader, type StoreHeader } from './store-file.ts'
export {
  ledgerEntriesOf,
  type EffectContext,
  type LedgerDetail,
  type LedgerOwner,
  type NewLedgerEntry,
  type StoredLedgerEntry,
} from './ledger/entries.ts'
export { ledgerEntriesBetween, recordedLedgerEntries, type DirectoryAt } from './ledger/observed.ts'
export { ledgerEntryOf, type LedgerFilter, type LedgerRow, type WindowLedger } from './ledger/window-ledger.ts'
export type { NewOrderRevision, OrderRevisions, RevisionFilter } from './order-revisions.ts'
export type { SecretRow, SecretRows, WrapKind, WrapRow } from './secret-rows.ts'
