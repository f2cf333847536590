import { flushSync } from 'react-dom'

/**
 * Empties the fields that hold a secret, on the page as well, and only then goes on to close what they stand in: a page that
 * is taken away may be kept in memory for as long as the browser sees fit, with everything that was in its fields.
 */
export function forgetThen(forget: () => void, close: () => void): void {
  flushSync(forget)
  close()
}
