import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A place for a database that outlives one test. */
export function temporaryDatabase(): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-history-'))
  return {
    path: path.join(folder, 'switchyard.sqlite'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
