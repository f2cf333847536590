import type { Migration } from './migration.ts'

/**
 * What logs and our own engine told: a million decisions, so that texts that repeat are numbers into a dictionary. Times
 * are epoch ms. `event_key` is the identity of a record (128 bits of its hash): telling it twice adds nothing.
 */
export const history: Migration = {
  version: 5,
  up: (database) =>
    void database.exec(`
      CREATE TABLE history_sources (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('file', 'archive', 'stdin', 'live', 'engine', 'bundle')),
        name TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        counts_json TEXT NOT NULL,
        first_ms INTEGER,
        last_ms INTEGER,
        follow_json TEXT,
        UNIQUE (kind, name)
      ) STRICT;

      CREATE TABLE history_names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE history_texts (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, text TEXT NOT NULL) STRICT;
      CREATE TABLE history_models (
        id INTEGER PRIMARY KEY,
        provider TEXT NOT NULL,
        model TEXT NOT NULL,
        UNIQUE (provider, model)
      ) STRICT;
      CREATE TABLE history_profiles (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, name TEXT) STRICT;

      CREATE TABLE history_runs (
        id INTEGER PRIMARY KEY,
        run_key TEXT NOT NULL UNIQUE,
        made_up INTEGER NOT NULL CHECK (made_up IN (0, 1, 2)),
        session INTEGER,
        agent INTEGER,
        own_agent INTEGER,
        lane INTEGER,
        parent INTEGER,
        started_ms INTEGER NOT NULL,
        ended_ms INTEGER NOT NULL,
        requested INTEGER NOT NULL,
        answered INTEGER,
        outcome INTEGER NOT NULL,
        is_inferred INTEGER NOT NULL,
        stop INTEGER
      ) STRICT;
      CREATE INDEX history_runs_by_session ON history_runs (session, started_ms);
      CREATE INDEX history_runs_made_up ON history_runs (requested, session, started_ms) WHERE made_up = 1;

      CREATE TABLE history_decisions (
        id INTEGER PRIMARY KEY,
        event_key BLOB NOT NULL UNIQUE,
        at_ms INTEGER NOT NULL,
        run_id INTEGER NOT NULL,
        decision INTEGER NOT NULL,
        candidate INTEGER NOT NULL,
        requested INTEGER NOT NULL,
        next INTEGER,
        profile INTEGER,
        attempt INTEGER NOT NULL,
        total INTEGER NOT NULL,
        reason INTEGER,
        status INTEGER,
        code INTEGER,
        text INTEGER,
        suppressed INTEGER NOT NULL,
        profile_count INTEGER,
        flags INTEGER NOT NULL,
        source INTEGER NOT NULL,
        line INTEGER
      ) STRICT;
      CREATE INDEX history_decisions_by_time ON history_decisions (at_ms);
      CREATE INDEX history_decisions_by_run ON history_decisions (run_id);

      CREATE TABLE history_attempts (
        id INTEGER PRIMARY KEY,
        event_key BLOB NOT NULL UNIQUE,
        at_ms INTEGER NOT NULL,
        run_id INTEGER NOT NULL,
        loose_session INTEGER,
        model INTEGER,
        source_model INTEGER,
        profile INTEGER,
        stage INTEGER,
        decision INTEGER NOT NULL,
        reason INTEGER,
        profile_reason INTEGER,
        status INTEGER,
        text INTEGER,
        flags INTEGER NOT NULL,
        source INTEGER NOT NULL,
        line INTEGER
      ) STRICT;
      CREATE INDEX history_attempts_by_run ON history_attempts (run_id);
      CREATE INDEX history_attempts_loose ON history_attempts (loose_session, at_ms) WHERE loose_session IS NOT NULL;

      CREATE TABLE history_profile_states (
        id INTEGER PRIMARY KEY,
        event_key BLOB NOT NULL UNIQUE,
        at_ms INTEGER NOT NULL,
        run_id INTEGER,
        profile INTEGER NOT NULL,
        provider INTEGER NOT NULL,
        reason INTEGER,
        is_disabling INTEGER NOT NULL,
        is_kept INTEGER NOT NULL,
        failures INTEGER,
        cooldown_until_ms INTEGER,
        disabled_until_ms INTEGER,
        source INTEGER NOT NULL,
        line INTEGER
      ) STRICT;
      CREATE INDEX history_profile_states_by_run ON history_profile_states (run_id) WHERE run_id IS NOT NULL;
      CREATE INDEX history_profile_states_by_profile ON history_profile_states (profile, at_ms);

      CREATE TABLE history_stops (
        id INTEGER PRIMARY KEY,
        event_key BLOB NOT NULL UNIQUE,
        at_ms INTEGER NOT NULL,
        run_id INTEGER NOT NULL,
        loose_session INTEGER,
        model INTEGER,
        reason INTEGER,
        source INTEGER NOT NULL,
        line INTEGER
      ) STRICT;
      CREATE INDEX history_stops_by_run ON history_stops (run_id);
      CREATE INDEX history_stops_loose ON history_stops (loose_session, at_ms) WHERE loose_session IS NOT NULL;

      CREATE TABLE history_ends (
        id INTEGER PRIMARY KEY,
        event_key BLOB NOT NULL UNIQUE,
        at_ms INTEGER NOT NULL,
        run_id INTEGER,
        loose_session INTEGER,
        agent INTEGER,
        model INTEGER,
        reason INTEGER,
        text INTEGER,
        flags INTEGER NOT NULL,
        source INTEGER NOT NULL,
        line INTEGER
      ) STRICT;
      CREATE INDEX history_ends_by_run ON history_ends (run_id) WHERE run_id IS NOT NULL;
      CREATE INDEX history_ends_loose ON history_ends (loose_session, at_ms) WHERE loose_session IS NOT NULL;

      CREATE TABLE history_gaps (
        id INTEGER PRIMARY KEY,
        event_key BLOB NOT NULL UNIQUE,
        at_ms INTEGER NOT NULL,
        why TEXT NOT NULL,
        source INTEGER NOT NULL,
        line INTEGER
      ) STRICT;
      CREATE INDEX history_gaps_by_time ON history_gaps (at_ms);

      CREATE TABLE history_views (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        filter_json TEXT NOT NULL
      ) STRICT`),
}
