/** A JSON object as it is stored, secrets included. It never leaves the host. */
export type JsonRecord = Record<string, unknown>

/** Whose store: an agent's own, or the shared one of era S2. */
export type StoreOwner = { readonly kind: 'agent'; readonly agentId: string } | { readonly kind: 'shared' }

/**
 * The two documents of a store as they stand there; null: there is no such document. Routing state that a first release
 * has kept among the credentials is part of `state` here, and is written back to where it lies.
 */
export interface StoreDocuments {
  readonly credentials: JsonRecord | null
  readonly state: JsonRecord | null
}

/** What a change makes of the documents; the very objects that were passed in are not written again. */
export interface StoreChange<T> {
  readonly documents: StoreDocuments
  readonly result: T
  /** Ids of profiles that are meant to be gone. Any other that is missing makes the change a refused one (ST-04). */
  readonly removes?: readonly string[]
}

/** One edit of `openclaw.json`. Objects on the way to a value that is set are created where they are missing. */
export type ConfigEdit =
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: unknown }
  | { readonly kind: 'remove'; readonly path: readonly string[] }

/** What editing the configuration did. */
export interface ConfigWrite {
  /** Files that were written, relative to the state directory. */
  readonly files: readonly string[]
  /** The copy that was made before, relative to the state directory; null: nothing was written. */
  readonly backup: string | null
  /** Identity of the bytes that are there now. */
  readonly revision: string | null
  readonly changed: boolean
}

/** Edits one state directory, of any era, by the rules of its owner. */
export interface DirectoryEditor {
  /** Which store holds the profile that an agent sees under this id: its own, else the one it inherits from (CD-30). null: none. */
  ownerOf(agentId: string, profileId: string): Promise<StoreOwner | null>
  /** Reads the documents as they are now. */
  readStore(owner: StoreOwner): Promise<StoreDocuments>
  /**
   * Reads, changes and writes as one step by the store's own protocol.
   *
   * @param change synchronous; it may run more than once, and gets documents that are frozen
   * @throws {EditRefused} where the store cannot be edited; nothing was written then
   */
  updateStore<T>(owner: StoreOwner, change: (documents: StoreDocuments) => StoreChange<T>): Promise<T>
  /** Identity of the bytes of `openclaw.json` now: the first 16 hex digits of their SHA-256; null: there is no such file. */
  configRevision(): Promise<string | null>
  /**
   * Edits `openclaw.json` as text: whatever the edits do not concern keeps its bytes.
   *
   * @param expected the revision the edits were made for; undefined: whatever is there now
   * @throws {EditRefused} `changed_outside` where the file is another one; nothing was written then
   */
  updateConfig(edits: readonly ConfigEdit[], expected?: string | null): Promise<ConfigWrite>
}

export type EditRefusalCode =
  /** `openclaw.json` is not what the edit was made for */
  | 'changed_outside'
  | 'newer_schema'
  | 'unknown_layout'
  | 'unreadable'
  /** the value lies in a file that the configuration includes */
  | 'in_include'
  /** the text cannot be edited with certainty */
  | 'cannot_splice'
  /** the owner's lock was not free in time */
  | 'busy'
  | 'read_only'
  | 'disk_full'
  | 'no_permission'
  | 'write_failed'
  | 'too_large'
  /** the new content would be drastically smaller (ST-04) */
  | 'shrinks'
  | 'not_found'
  | 'invalid'

/** A deliberate refusal to edit. Message and hint are for people and hold no value from any file. */
export class EditRefused extends Error {
  readonly code: EditRefusalCode
  readonly hint: string

  constructor(code: EditRefusalCode, message: string, hint: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'EditRefused'
    this.code = code
    this.hint = hint
  }
}
