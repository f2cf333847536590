import type { Migration } from './migration.ts'

/** Facts about the database itself, such as whose directory it lies in. */
export const meta: Migration = {
  version: 1,
  up: (database) =>
    void database.exec(`CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID`),
}
