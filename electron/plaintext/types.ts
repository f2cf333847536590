export type { NotScannedWhy, PlaintextAdvice, PlaintextPlace } from '../../shared/contract/transfer.ts'
import type { NotScannedWhy, PlaintextAdvice, PlaintextPlace } from '../../shared/contract/transfer.ts'

/** A secret that the host knows, to look for by value. In memory only. */
export interface KnownSecret {
  readonly profileId: string
  /** What to call it where there are several of one profile, such as `access`. */
  readonly label: string
  readonly secret: string
}

export interface ScanRequest {
  /** The state directory to search. */
  readonly root: string
  /** Ours, where secrets belong into the vault, or OpenClaw's, where they lie in plain text by design. */
  readonly directory: 'own' | 'attached'
  readonly knownSecrets: readonly KnownSecret[]
  /** Files elsewhere that belong to it, such as a log or a configuration that lies in another folder. */
  readonly extraFiles?: readonly string[]
  /**
   * The bytes of a database that this process has open; null: it has not. Opening and closing such a file again would end
   * the locks of the whole process on it, so it is not opened.
   */
  readonly bytesOfOpen?: (file: string) => Uint8Array | null
  readonly limits?: Partial<ScanLimits>
  readonly signal?: AbortSignal
}

export interface ScanLimits {
  readonly maxFiles: number
  /** Of files that can hold credentials. */
  readonly maxFileBytes: number
  /** Of all others. */
  readonly maxOtherFileBytes: number
  readonly maxTotalBytes: number
}

export const FILE_KINDS = [
  'credentials',
  'routing_state',
  'config',
  'database',
  'own_database',
  'journal',
  'backup',
  'temporary',
  'log',
  'session',
  'other',
] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** A file with secrets in plain text. Neither a secret nor where in the file it stands is in it. */
export interface ScanFinding {
  /** Relative to the root, with forward slashes; absolute where it lies elsewhere. */
  readonly file: string
  readonly kind: FileKind
  readonly place: PlaintextPlace
  /** How often secrets that are known stand in it, at least. */
  readonly knownCount: number
  /** How many texts in it have the shape of a secret and are not known. */
  readonly unknownCount: number
  /** Whose secrets are among them, sorted. */
  readonly profileIds: readonly string[]
  readonly advice: PlaintextAdvice
}

export interface NotScanned {
  readonly file: string
  readonly why: NotScannedWhy
}

export interface ScanReport {
  /** By file. */
  readonly findings: readonly ScanFinding[]
  readonly scannedFiles: number
  readonly scannedBytes: number
  readonly notScanned: readonly NotScanned[]
  /** Profiles with a secret too short to be looked for by value. */
  readonly tooShort: readonly string[]
}
