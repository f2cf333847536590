import type { HistoryReader } from '../history/index.ts'
import type { Locks } from './editing/locks.ts'
import type { Orders } from './editing/orders.ts'

/** What can be looked up about whatever is open, whether it can be edited or not. */
export interface DirectoryRecords {
  readonly history: HistoryReader
  readonly orders: Pick<Orders, 'history'>
  readonly locks: Pick<Locks, 'history'>
}
