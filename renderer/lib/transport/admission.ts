const KEY_NAME = 'switchyard.key'
const CONSOLE_NAME = 'switchyard.console'

/** The parts of a page that hold what its address brought. */
export interface AddressPlaces {
  readonly hash: string
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  clearHash(): void
}

/** What a tab needs to connect. */
export interface Admission {
  readonly key: string
  /** Which of the server's consoles the tab shows; null: the first. */
  readonly console: string | null
}

/**
 * Takes what the address carries to the tab's own storage, and out of sight: the key, in the printed link, or the console,
 * where the tab was opened beside another one, of which it has the key. Null: this tab has never been given a key.
 */
export function takeAdmission({ hash, storage, clearHash }: AddressPlaces): Admission | null {
  const carried = new URLSearchParams(hash.replace(/^#/, ''))
  const key = carried.get('key')
  const shown = carried.get('console')
  if (key) storage.setItem(KEY_NAME, key)
  if (shown) storage.setItem(CONSOLE_NAME, shown)
  // The printed link leads to the first one.
  else if (key) storage.removeItem(CONSOLE_NAME)
  if (key || shown) clearHash()
  const stored = storage.getItem(KEY_NAME)
  return stored === null ? null : { key: stored, console: storage.getItem(CONSOLE_NAME) }
}

export function browserPlaces(): AddressPlaces {
  return {
    hash: window.location.hash,
    storage: window.sessionStorage,
    clearHash: () =>
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search),
  }
}
