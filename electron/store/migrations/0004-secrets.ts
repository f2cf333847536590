import type { Migration } from './migration.ts'

/**
 * The vault: sealed secrets, and the key they are sealed with, wrapped once for each way to unlock it. Nothing in either
 * table can be read without such a way.
 */
export const secrets: Migration = {
  version: 4,
  up: (database) =>
    void database.exec(`
      CREATE TABLE secrets (
        id TEXT NOT NULL PRIMARY KEY,
        key_version INTEGER NOT NULL,
        sealed BLOB NOT NULL,
        created_at_ms INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE vault_keys (
        id TEXT NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL UNIQUE CHECK (kind IN ('safe_storage', 'keyring', 'passphrase', 'key_file')),
        key_version INTEGER NOT NULL,
        data_json TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID`),
}
