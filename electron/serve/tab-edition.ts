import type { ConsoleEdition } from '../consoles/index.ts'

/** A page that is loaded again, or whose machine sleeps for a moment, finds its console as it was. */
const GRACE_MS = 60_000

/**
 * Consoles in the tabs of a browser, one or several of them. Which one a tab shows stands in the fragment of its address
 * when it is opened; the key to it comes from the tab that opens it.
 */
export const TAB_EDITION: ConsoleEdition = {
  place: 'tab',
  graceMs: GRACE_MS,
  present({ id, release }) {
    release()
    return `/#console=${id}`
  },
}
