import type { LedgerEntry } from '../../../shared/contract/types.ts'

/** Where the page behind this one begins; null: this was the last one. */
export function nextBefore(page: readonly Pick<LedgerEntry, 'id'>[], pageSize: number): number | null {
  return page.length < pageSize ? null : (page.at(-1)?.id ?? null)
}
