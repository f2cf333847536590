import type { Migration } from './migration.ts'

/** Every change of an order, for undo and redo. The orders are JSON lists of profile ids; NULL: there was no entry. */
export const orderRevisions: Migration = {
  version: 3,
  up: (database) =>
    void database.exec(`
      CREATE TABLE order_revisions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at_ms INTEGER NOT NULL,
        agent_id TEXT NOT NULL,
        provider TEXT NOT NULL,
        target TEXT NOT NULL CHECK (target IN ('stored', 'config')),
        before_json TEXT,
        after_json TEXT,
        origin TEXT NOT NULL CHECK (origin IN ('console', 'outside')),
        state TEXT NOT NULL CHECK (state IN ('applied', 'undone', 'superseded'))
      ) STRICT;
      CREATE INDEX order_revisions_by_order ON order_revisions (agent_id, provider);
      CREATE INDEX order_revisions_by_provider ON order_revisions (provider);
      CREATE INDEX order_revisions_by_state ON order_revisions (state)`),
}
