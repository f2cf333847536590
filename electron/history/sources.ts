import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { LogCounts, LogSource } from '../../shared/contract/history/index.ts'
import { NO_COUNTS, type LogPosition } from '../logs/index.ts'

export interface Sources {
  /** The number of a source, which is stored if it is new. */
  idOf(kind: LogSource['kind'], name: string): number
  update(id: number, change: SourceChange): void
  /** Where a followed source was left; null: it is not followed. */
  follow(id: number, following: Following | null): void
  followed(): readonly { readonly id: number; readonly following: Following }[]
  list(): readonly LogSource[]
  remove(id: number | null): void
}

export interface SourceChange {
  readonly bytes: number
  readonly counts: LogCounts
  /** When the file was last written; absent or null: nothing tells. */
  readonly modifiedMs?: number | null
  /** Of the records that were read now. */
  readonly firstMs: number | null
  readonly lastMs: number | null
}

/** What is followed, and how far it was read. */
export interface Following {
  /** `{date}` stands for the day. */
  readonly path: string
  readonly position: LogPosition | null
}

const countsSchema = z.object({
  lines: z.number(),
  records: z.number(),
  known: z.number(),
  unrelated: z.number(),
  torn: z.number(),
  welded: z.number(),
  giant: z.number(),
  malformed: z.number(),
  gaps: z.number(),
})

const followingSchema = z.object({
  path: z.string(),
  position: z
    .object({
      file: z.string(),
      identity: z.string(),
      offset: z.number(),
      head: z.string(),
      headBytes: z.number(),
    })
    .nullable(),
})

interface Row {
  readonly id: number
  readonly kind: LogSource['kind']
  readonly name: string
  readonly bytes: number
  readonly counts_json: string
  readonly first_ms: number | null
  readonly last_ms: number | null
  readonly follow_json: string | null
}

export function createSources(database: Database.Database): Sources {
  const find = database
    .prepare<[string, string], number>('SELECT id FROM history_sources WHERE kind = ? AND name = ?')
    .pluck()
  const insert = database.prepare('INSERT INTO history_sources (kind, name, bytes, counts_json) VALUES (?, ?, 0, ?)')
  const update = database.prepare(
    `UPDATE history_sources SET bytes = ?, counts_json = ?, first_ms = min(coalesce(first_ms, @first), coalesce(@first, first_ms)),
      last_ms = max(coalesce(last_ms, @last), coalesce(@last, last_ms)),
      modified_ms = max(coalesce(modified_ms, @modified), coalesce(@modified, modified_ms)) WHERE id = @id`,
  )
  const setFollow = database.prepare('UPDATE history_sources SET follow_json = ? WHERE id = ?')
  const all = database.prepare<[], Row>('SELECT * FROM history_sources ORDER BY id')
  const remove = database.prepare('DELETE FROM history_sources WHERE id = ?')
  const removeAll = database.prepare('DELETE FROM history_sources')

  return {
    idOf(kind, name) {
      const known = find.get(kind, name)
      return known ?? Number(insert.run(kind, name, JSON.stringify(NO_COUNTS)).lastInsertRowid)
    },
    update(id, { bytes, counts, modifiedMs = null, firstMs, lastMs }) {
      const times = { first: whole(firstMs), last: whole(lastMs), modified: whole(modifiedMs) }
      update.run(bytes, JSON.stringify(counts), { id, ...times })
    },
    follow: (id, following) => void setFollow.run(following && JSON.stringify(following), id),
    followed: () =>
      all.all().flatMap(({ id, follow_json: text }) => {
        const following = text === null ? null : (followingSchema.safeParse(parsed(text)).data ?? null)
        return following === null ? [] : [{ id, following }]
      }),
    list: () =>
      all.all().map((row) => ({
        id: row.id,
        kind: row.kind,
        name: row.name,
        bytes: row.bytes,
        counts: countsSchema.safeParse(parsed(row.counts_json)).data ?? NO_COUNTS,
        firstMs: row.first_ms,
        lastMs: row.last_ms,
        isFollowed: row.follow_json !== null,
      })),
    remove: (id) => void (id === null ? removeAll.run() : remove.run(id)),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function whole(value: number | null): number | null {
  return value === null ? null : Math.trunc(value)
}
