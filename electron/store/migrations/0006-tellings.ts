import type { Migration } from './migration.ts'

/**
 * Who else told of a record than the source that it is stored with: what several told is not forgotten with one of them. A
 * console tells of the same events in another form, under an identity of its own (`event_key`, else null); what so far only
 * a console told waits for the record of OpenClaw's own log. `kind` is an index into `TOLD_KINDS`.
 */
export const tellings: Migration = {
  version: 6,
  up: (database) =>
    void database.exec(`
      CREATE TABLE history_tellings (
        kind INTEGER NOT NULL,
        event_id INTEGER NOT NULL,
        source INTEGER NOT NULL,
        line INTEGER,
        event_key BLOB,
        PRIMARY KEY (kind, event_id, source)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX history_tellings_by_key ON history_tellings (event_key) WHERE event_key IS NOT NULL;
      CREATE INDEX history_tellings_by_source ON history_tellings (source);

      CREATE TABLE history_console_lines (
        kind INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        event_id INTEGER NOT NULL,
        precision_ms INTEGER NOT NULL,
        PRIMARY KEY (kind, at_ms, event_id)
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX history_stops_by_time ON history_stops (at_ms);

      ALTER TABLE history_sources ADD COLUMN modified_ms INTEGER`),
}
