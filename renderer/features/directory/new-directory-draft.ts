/** What a folder can be called on every system. */
const FORBIDDEN = /[<>:"/\\|?*]/
const LONGEST_NAME = 60

/** What is wrong with the name of a new directory; null: nothing, also where there is none yet. */
export function directoryNameProblem(text: string): string | null {
  const name = text.trim()
  if (name === '') return null
  if ([...name].some((character) => (character.codePointAt(0) ?? 0) < 32) || FORBIDDEN.test(name))
    return 'A name has none of < > : " / \\ | ? * in it.'
  if (/^\.+$/.test(name) || name.endsWith('.')) return 'A name does not end with a dot.'
  return name.length > LONGEST_NAME ? `A name has at most ${LONGEST_NAME} characters.` : null
}

/** What is wrong with a path on the machine of the host; null: nothing, also where there is none yet. */
export function pathProblem(text: string): string | null {
  const path = text.trim()
  if (path === '' || /^(?:[/~]|[A-Za-z]:[/\\]|\\\\)/.test(path)) return null
  return 'Write the whole path, from / or a drive letter on.'
}
