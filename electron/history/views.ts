import type Database from 'better-sqlite3'
import type { HistoryFilter, SavedView, SaveViewInput } from '../../shared/contract/history.ts'
import { HistoryRefused } from './history-refused.ts'

/** Filters that are kept under a name. */
export interface Views {
  list(): readonly SavedView[]
  /** In place of the one of the same name, if there is one. */
  save(input: SaveViewInput): SavedView
  /** @throws {HistoryRefused} `not_found` */
  remove(id: number): void
}

interface Row {
  readonly id: number
  readonly name: string
  readonly filter_json: string
}

export function createViews(database: Database.Database): Views {
  const all = database.prepare<[], Row>('SELECT * FROM history_views ORDER BY name')
  const upsert = database
    .prepare<[string, string], number>(
      `INSERT INTO history_views (name, filter_json) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET filter_json = excluded.filter_json RETURNING id`,
    )
    .pluck()
  const remove = database.prepare('DELETE FROM history_views WHERE id = ?')
  return {
    list: () =>
      all.all().map(({ id, name, filter_json: text }) => ({ id, name, filter: JSON.parse(text) as HistoryFilter })),
    save({ name, filter }) {
      const trimmed = name.trim()
      return { id: upsert.get(trimmed, JSON.stringify(filter)) ?? 0, name: trimmed, filter }
    },
    remove(id) {
      if (remove.run(id).changes === 0)
        throw new HistoryRefused('not_found', 'This view is not there any more.', 'Look at the list of views again.')
    },
  }
}
