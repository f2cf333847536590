import type { Migration } from './migration.ts'

/** The ledger of windows. Times are epoch ms. */
export const windowChanges: Migration = {
  version: 2,
  up: (database) =>
    void database.exec(`
      CREATE TABLE window_changes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at_ms INTEGER NOT NULL,
        agent_id TEXT NOT NULL,
        owner TEXT NOT NULL,
        provider TEXT NOT NULL,
        profile_id TEXT NOT NULL,
        window_kind TEXT NOT NULL CHECK (window_kind IN ('cooldown', 'disabled', 'blocked')),
        action TEXT NOT NULL CHECK (action IN ('opened', 'extended', 'kept', 'cleared', 'expired')),
        cause TEXT NOT NULL,
        rule TEXT,
        reason TEXT,
        rung INTEGER,
        failures INTEGER,
        until_before_ms INTEGER,
        until_after_ms INTEGER,
        model TEXT,
        basis TEXT NOT NULL CHECK (basis IN ('console', 'observed', 'recorded')),
        detail_json TEXT
      ) STRICT;
      CREATE INDEX window_changes_by_time ON window_changes (at_ms);
      CREATE INDEX window_changes_by_agent ON window_changes (agent_id, at_ms);
      CREATE INDEX window_changes_by_profile ON window_changes (profile_id, at_ms)`),
}
