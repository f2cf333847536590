/** What is wrong with the path of a new file; null: nothing that can be told from here. */
export function newFilePathProblem(text: string): string | null {
  const path = text.trim()
  if (path === '') return 'Enter where the file is to be written.'
  const isWhole =
    path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\')
  if (!isWhole) return 'Enter the whole path, from the root or from your home folder (~).'
  return /[\\/]$/.test(path) ? 'This is a folder: add the name of a file.' : null
}
