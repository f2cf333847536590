import { cleanSecret } from '../../../shared/engine/index.ts'

/** What was taken out of a pasted secret, as a sentence; null: nothing was. Nothing of the secret is in it. */
export function cleaningWords(text: string): string | null {
  const removed = removedKinds(text)
  if (removed.length === 0) return null
  if (cleanSecret(text) === '') return 'Nothing in this can be part of a key.'
  return `What cannot be part of a key is left out: ${removed.join(', ')}.`
}

function removedKinds(text: string): readonly string[] {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  return [
    codes.some((code) => code === 10 || code === 13) ? 'line breaks' : null,
    codes.some((code) => (code < 32 && code !== 10 && code !== 13) || (code >= 127 && code < 160))
      ? 'control characters'
      : null,
    codes.some((code) => code > 255) ? 'characters that no key has' : null,
    hasSpaceAround(text) ? 'space around it' : null,
  ].filter((kind) => kind !== null)
}

/** Spaces at the ends that are there besides line breaks and what else goes. */
function hasSpaceAround(text: string): boolean {
  return /^ | $/.test(text)
}
