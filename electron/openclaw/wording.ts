const MAX_NAMES = 10
const MAX_NAME_CHARACTERS = 80

/** Control characters, and marks that would turn the direction of the sentence around them. */
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * An id from a file as part of a sentence: quoted, on one line, not longer than a line. Ids are shown everywhere; values of
 * a file never are.
 */
export function quoteName(name: string): string {
  const printable = name.replace(UNPRINTABLE, '\ufffd')
  const characters = [...printable]
  const shown =
    characters.length > MAX_NAME_CHARACTERS ? `${characters.slice(0, MAX_NAME_CHARACTERS).join('')}…` : printable
  return `"${shown}"`
}

/** The first ten names, quoted, and how many more there are. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(quoteName).join(', ')
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown
}

export function countOf(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
