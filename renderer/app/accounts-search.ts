export interface AccountsSearch {
  /** Only this provider's lane. */
  readonly provider?: string | undefined
  /** What the search field holds. */
  readonly q?: string | undefined
  /** The profile that a link leads to. */
  readonly profile?: string | undefined
}

/** What of an address the Accounts screen understands. */
export function accountsSearch(search: Record<string, unknown>): AccountsSearch {
  const { provider, q, profile } = search
  return {
    ...(typeof provider === 'string' && provider !== '' ? { provider } : {}),
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(typeof profile === 'string' && profile !== '' ? { profile } : {}),
  }
}
