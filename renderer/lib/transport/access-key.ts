const STORAGE_NAME = 'switchyard.key'

/** The parts of a page that hold the key. */
export interface KeyPlaces {
  readonly hash: string
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  clearHash(): void
}

/**
 * Takes the browser edition's key from the address, where its link carries it, to the tab's own storage, and out of sight.
 * Null: this tab has never been given one.
 */
export function takeAccessKey(places: KeyPlaces): string | null {
  const fromAddress = new URLSearchParams(places.hash.replace(/^#/, '')).get('key')
  if (fromAddress === null || fromAddress === '') return places.storage.getItem(STORAGE_NAME)
  places.storage.setItem(STORAGE_NAME, fromAddress)
  places.clearHash()
  return fromAddress
}

export function browserKeyPlaces(): KeyPlaces {
  return {
    hash: window.location.hash,
    storage: window.sessionStorage,
    clearHash: () =>
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search),
  }
}
