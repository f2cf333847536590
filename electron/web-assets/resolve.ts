import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Finds the file under `rootFolder` that a URL path names. Undefined for everything that is not plainly a file in there:
 * other folders, hidden files, folders themselves, links that lead outside, and spellings that only make sense as an
 * attempt to get out.
 */
export async function resolveAsset(rootFolder: string, urlPath: string): Promise<string | undefined> {
  const segments = decodedSegments(urlPath)
  if (segments === undefined || !segments.every(isPlainName)) return undefined
  try {
    const root = await realpath(rootFolder)
    const filePath = await realpath(path.join(root, ...segments))
    if (!filePath.startsWith(root + path.sep)) return undefined
    return (await stat(filePath)).isFile() ? filePath : undefined
  } catch {
    return undefined
  }
}

/** The names in a URL path, each decoded by itself; undefined for what is no well-formed absolute path. */
export function decodedSegments(urlPath: string): string[] | undefined {
  if (!urlPath.startsWith('/')) return undefined
  try {
    return urlPath.slice(1).split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/**
 * A plain file name: not empty, not hidden, no dots in front, and free of separators and drive letters of any system,
 * control characters, and a second layer of percent-encoding.
 */
function isPlainName(segment: string): boolean {
  return segment !== '' && !segment.startsWith('.') && !/[/\\:%\p{Cc}]/u.test(segment)
}
