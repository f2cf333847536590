import type { FixtureVersion } from '../../support/fixture-copy.ts'

/** Real state directories of the three formats, each with an instant shortly after its last scenario, while windows run. */
export const RECORDINGS: readonly {
  readonly version: FixtureVersion
  readonly atMs: number
  readonly title: string
}[] = [
  { version: '2026.5.20', atMs: 1_796_005_260_000, title: 'JSON files' },
  { version: '2026.7.1', atMs: 1_796_004_602_000, title: 'SQLite per agent' },
  { version: '2026.9.6', atMs: 1_796_005_940_000, title: 'shared SQLite' },
]
