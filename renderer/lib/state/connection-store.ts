import { create } from 'zustand'

/** How things stand between this page and its host. */
export type ConnectionState =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'live' }
  /** It was lost, or the first attempt failed; `sinceMs` by this page's clock. */
  | { readonly phase: 'lost'; readonly sinceMs: number }
  | { readonly phase: 'no_key' }
  | { readonly phase: 'refused' }

export const useConnection = create<ConnectionState>(() => ({ phase: 'connecting' }))

export function setConnection(state: ConnectionState): void {
  useConnection.setState(state, true)
}
