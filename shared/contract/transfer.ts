/** What an import, an export and the search for plain secrets tell; no secret is in any of it. */

/** What kind of file credentials come from, the one that counts most first (ST-14). */
export const IMPORT_SOURCE_KINDS = [
  /** a file made by the encrypted export */
  'transfer',
  /** the database of one agent */
  'agent_database',
  /** the database that agents share */
  'shared_database',
  /** `auth-profiles.json`, with or without routing state in it */
  'auth_profiles',
  /** `agent/auth-profiles.json`, from before there were several agents */
  'single_auth_profiles',
  /** `auth.json`: provider to credential */
  'auth_flat',
  /** credentials written into `auth.profiles` of the configuration */
  'config',
  /** `credentials/oauth.json`: provider to sign-in */
  'oauth',
  /** `auth-state.json`: routing state, no credential */
  'auth_state',
] as const
export type ImportSourceKind = (typeof IMPORT_SOURCE_KINDS)[number]

export const IMPORT_SOURCE_PROBLEMS = [
  'too_large',
  'no_permission',
  'unreadable',
  /** no byte of content: a write that was cut off, not an empty store (ST-01) */
  'empty',
  /** a value ends and another one starts */
  'several_values',
  'syntax',
  /** the text ends inside a value: half of it is missing */
  'cut_off',
  /** valid as JSON5, but this kind of file is read as JSON */
  'json5_only',
  /** not an object, or not one of this kind of file */
  'wrong_shape',
  /** a database that cannot be read */
  'database_unreadable',
] as const
export type ImportSourceProblem = (typeof IMPORT_SOURCE_PROBLEMS)[number]

export interface ImportSource {
  readonly kind: ImportSourceKind
  readonly file: string
  /** null: it was read. */
  readonly problem: ImportSourceProblem | null
  readonly line: number | null
  readonly column: number | null
  /** The name of an earlier version that lies beside a broken file. */
  readonly backup: string | null
  /** A newer store with credentials lies beside it (ST-14). */
  readonly isLeftover: boolean
}

export const IMPORT_WHYS = [
  // create
  'new',
  // replace: what is stored has no usable secret, and the configuration has one
  'replaces_unusable',
  // keep: what is stored stays
  'identical',
  'exists',
  'exists_without_material',
  'exists_unreadable',
  // skip: stays in its source only
  'other_source_first',
  'left_out',
  'not_an_object',
  'unknown_type',
  'no_provider',
  'no_id',
  'no_material',
  'aws_sdk_marker',
  'personal_account',
  'setup_inactive',
  'command_line_key',
  'refresh_in_progress',
  'refresh_failed',
  /** its secret lies in the vault of another directory: an encrypted export carries it */
  'sealed_elsewhere',
  'target_unreadable',
] as const
export type ImportWhy = (typeof IMPORT_WHYS)[number]

export const IMPORT_NOTES = [
  /** `mode` for `type`, `apiKey` for `key` (OR-13) */
  'alias_spelling',
  /** the key stood under `api_key`, which OpenClaw does not read (OR-13) */
  'key_under_unread_field',
  /** the entry names no type; its fields tell */
  'type_inferred',
  /** line breaks, surrounding space or characters that cannot be sent were removed from a secret (OR-14) */
  'secret_cleaned',
  /** `expires` is no valid time and becomes 0: the credential counts as expired */
  'expires_invalid',
  /** `expires` was seconds since 1970 and becomes milliseconds (OA-07) */
  'expires_in_seconds',
  /** `expires` is far too small for a time: probably a duration; kept as it is (OA-07) */
  'expires_implausible',
  /** a reference and an inline secret: the reference is taken, the secret stays in the source only */
  'reference_wins',
  /** a sign-in with a secret reference, which OpenClaw refuses; the reference is not taken */
  'reference_in_oauth',
  /** the sign-in itself lies in a sidecar of an older release: it has to be done again */
  'unresolved_reference',
  /** the secret reads like the name of an environment variable */
  'looks_like_reference',
  /** the configuration named an environment variable; it becomes a reference */
  'env_reference',
  /** fields that no release knows stay in the source only */
  'unknown_fields',
] as const
export type ImportNote = (typeof IMPORT_NOTES)[number]

export interface ImportProfile {
  readonly profileId: string
  /** The id it had in its source, where its provider was merged into another one since. */
  readonly sourceId: string | null
  readonly provider: string | null
  readonly type: 'api_key' | 'token' | 'oauth' | null
  readonly file: string
  readonly action: 'create' | 'keep' | 'replace' | 'skip'
  readonly why: ImportWhy
  readonly notes: readonly ImportNote[]
  /** Another profile, stored or about to be, with the same secret. */
  readonly otherProfileId: string | null
}

/** One key of the routing state. */
export interface ImportRouting {
  readonly kind: 'order' | 'last_good' | 'usage'
  /** Provider or profile id. */
  readonly key: string
  readonly file: string
  readonly action: 'create' | 'keep' | 'skip'
  readonly why: RoutingWhy
}

export const ROUTING_WHYS = [
  'new',
  /** what is stored, or a source that counts more has, stays */
  'exists',
  'other_source_first',
  /** none of its profiles is stored after the import */
  'no_profile',
  /** not a list, not a record, or empty */
  'unusable',
] as const
export type RoutingWhy = (typeof ROUTING_WHYS)[number]

export interface ImportPreview {
  /** Names what was seen; importing is refused when a source is different by then. */
  readonly id: string
  readonly sources: readonly ImportSource[]
  readonly profiles: readonly ImportProfile[]
  readonly routing: readonly ImportRouting[]
}

export interface PreviewImportInput {
  readonly agentId: string
  /** A state directory, an agent's folder, or one file, on the machine of the host. */
  readonly path: string
  /** For a file made by the console's encrypted export. */
  readonly passphrase: string | null
}

export interface ImportResult {
  readonly created: number
  readonly kept: number
  readonly replaced: number
  readonly skipped: number
  readonly routing: number
  /** The copy of the store made before, relative to the state directory; null: nothing was written. */
  readonly backup: string | null
}

export interface ExportInput {
  /** The file to be written, on the machine of the host; it must not exist. */
  readonly path: string
  readonly passphrase: string
}

export interface ExportPlainInput {
  /** The folder to be made; it must not exist or be empty. */
  readonly path: string
  /** The user has read that every secret will lie there in plain text. */
  readonly acceptsPlainText: true
}

export interface ExportResult {
  readonly path: string
  readonly profiles: number
}

export const PLAINTEXT_PLACES = [
  'live_store',
  'leftover',
  'backup',
  'journal',
  'temporary',
  'log',
  'config',
  'other',
] as const
export type PlaintextPlace = (typeof PLAINTEXT_PLACES)[number]

export const PLAINTEXT_ADVICE = [
  /** OpenClaw keeps its store in plain text; a reference in place of the secret is the way out */
  'openclaw_keeps_it_so',
  /** our own store: no secret may be here */
  'seal_it',
  /** the write-ahead log or journal of a database: it goes with the next checkpoint */
  'checkpoint',
  'delete_backup',
  'delete_temporary',
  'archive_leftover',
  'clean_log',
  /** a secret in the configuration: move it to the store or put a reference in its place */
  'use_reference',
  'look_into_it',
] as const
export type PlaintextAdvice = (typeof PLAINTEXT_ADVICE)[number]

/** A file with secrets in plain text. Neither a secret nor where in the file it stands is in it. */
export interface PlaintextFinding {
  /** Relative to the state directory; absolute where it lies elsewhere. */
  readonly file: string
  readonly place: PlaintextPlace
  readonly advice: PlaintextAdvice
  /** Known profiles whose secret lies there. */
  readonly profileIds: readonly string[]
  /** How often known secrets stand there, at least. */
  readonly knownCount: number
  /** Texts that look like a secret of no known profile. */
  readonly unknownCount: number
}

export const NOT_SCANNED_WHYS = [
  'too_large',
  'limit',
  'no_permission',
  'unreadable',
  'not_a_file',
  'compressed',
  'folder_left_out',
] as const
export type NotScannedWhy = (typeof NOT_SCANNED_WHYS)[number]

export interface PlaintextReport {
  readonly scannedFiles: number
  readonly findings: readonly PlaintextFinding[]
  readonly notScanned: readonly { readonly file: string; readonly why: NotScannedWhy }[]
  /** Profiles whose secret was not looked for by value: it is a reference, too short, or in a locked vault. */
  readonly notSearchedIds: readonly string[]
}
