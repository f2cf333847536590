import type Database from 'better-sqlite3'
import type { HistoryFilter, RangePreset, SavedView, SaveViewInput } from '../../shared/contract/history/index.ts'
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

/** What is stored: the filter and, beside its fields, the preset; views from before there were presets have none. */
interface Stored extends HistoryFilter {
  readonly preset?: RangePreset
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
      all.all().map(({ id, name, filter_json: text }) => {
        const { preset = null, ...filter } = JSON.parse(text) as Stored
        return { id, name, filter, preset }
      }),
    save({ name, filter, preset }) {
      const trimmed = name.trim()
      const kept = preset === null ? filter : withoutTimes(filter)
      const stored: Stored = preset === null ? kept : { ...kept, preset }
      return { id: upsert.get(trimmed, JSON.stringify(stored)) ?? 0, name: trimmed, filter: kept, preset }
    },
    remove(id) {
      if (remove.run(id).changes === 0)
        throw new HistoryRefused('not_found', 'This view is not there any more.', 'Look at the list of views again.')
    },
  }
}

function withoutTimes({ fromMs: _from, toMs: _to, ...fields }: HistoryFilter): HistoryFilter {
  return fields
}
