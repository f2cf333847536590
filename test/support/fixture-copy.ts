import { chmodSync, cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type FixtureVersion = '2026.5.20' | '2026.7.1' | '2026.9.6'

const FIXTURES = join(import.meta.dirname, '..', 'fixtures')

/** A new private folder, removed with everything in it by `remove`. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-test-')))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A writable copy of a real state directory, at `path`. */
export function copyFixture(version: FixtureVersion, path: string): void {
  cpSync(join(FIXTURES, `openclaw-${version}`, 'state'), path, { recursive: true })
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    const file = join(path, name)
    chmodSync(file, statSync(file).isDirectory() ? 0o700 : 0o600)
  }
  chmodSync(path, 0o700)
}
