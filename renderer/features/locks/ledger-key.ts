/** What every question about the ledger starts with, so that an action can have them asked again. */
export const LEDGER_KEY = ['locks', 'history'] as const
