import type { CredentialType, OrderRules } from '../../shared/engine/index.ts'
import type {
  ImportNote,
  ImportSourceKind,
  ImportSourceProblem,
  ImportWhy,
  RoutingWhy,
} from '../../shared/contract/transfer.ts'
export {
  IMPORT_SOURCE_KINDS,
  IMPORT_WHYS,
  type ImportNote,
  type ImportSourceKind,
  type ImportSourceProblem,
  type ImportWhy,
  type RoutingWhy,
} from '../../shared/contract/transfer.ts'
import type { TextPosition } from '../openclaw/files/text-position.ts'

/** Why a source cannot be used. Nothing from the file is in it. */
export interface SourceProblem {
  readonly code: ImportSourceProblem
  readonly position: TextPosition | null
  /** The name of an earlier version that lies beside the file. */
  readonly backup: string | null
}

/** A source without anything from it that could be a secret. */
export interface SourceSummary {
  /** Kind and place; stable while the file stays where it is. */
  readonly id: string
  readonly kind: ImportSourceKind
  /** Relative to the place that was searched, with forward slashes. */
  readonly file: string
  /** Whose it is; null: not known, as with a single file. */
  readonly agentId: string | null
  readonly sizeBytes: number
  /** Identity of the content: 16 hex digits; null: it was not read. */
  readonly revision: string | null
  readonly problem: SourceProblem | null
  /** A newer store with credentials lies beside it: whoever wants the present state leaves this out (ST-14). */
  readonly isLeftover: boolean
  /** Keys that are written twice in the same object: the last one counts, and this is where the first repetition stands. */
  readonly duplicateKey: TextPosition | null
}

/** A source with its documents, secrets included. It never leaves the host. */
export interface ImportSource extends SourceSummary {
  /** Credentials as they stand there; undefined: none. */
  readonly credentials: unknown
  /** Routing state that stands apart from the credentials; undefined: none. */
  readonly state: unknown
}

export type ImportRules = Pick<OrderRules, 'readsCamelCaseType' | 'providerSpellings'>

/** A secret that is already stored where the store only shows a reference. In memory only. */
export interface KnownSecret {
  readonly profileId: string
  readonly secret: string
}

export interface ImportOptions {
  /** How the release that the target belongs to reads spellings. */
  readonly rules: ImportRules
  /** Rename ids of providers that later releases have merged into others: see `unifiesOpenAi`. */
  readonly unifyOpenAi: boolean
  /** Ids, as the sources have them, that are not to be imported. */
  readonly leaveOut?: ReadonlySet<string>
  /** Routing state is left where it is. */
  readonly withoutRouting?: boolean
  /** Secrets behind references of the target, to recognise a credential that is there already. */
  readonly knownSecrets?: readonly KnownSecret[]
}

export type SecretKind = 'key' | 'token' | 'access' | 'refresh' | 'id_token' | 'reference'

export type ImportAction = 'create' | 'replace' | 'keep' | 'skip'

/** What becomes of one entry of one source. No secret is in it. */
export interface PlanEntry {
  readonly sourceId: string
  /** Id as the source has it (of flat files: `<provider>:default`). */
  readonly originalId: string
  /** Id under which it is stored; another one where providers are unified. */
  readonly profileId: string
  readonly provider: string | null
  readonly type: CredentialType | null
  readonly action: ImportAction
  readonly why: ImportWhy
  readonly notes: readonly ImportNote[]
  readonly secretKinds: readonly SecretKind[]
  /** The last four characters of a secret long enough for them to give nothing away. */
  readonly tail: string | null
  readonly email: string | null
  /** Epoch ms; null: none named; 0: not a valid time. */
  readonly expiresMs: number | null
  /** Another profile, stored or about to be, that holds the same secret. */
  readonly sameSecretAs: string | null
}

/** An id that changes because its provider is merged into another one. */
export interface PlanRename {
  readonly from: string
  readonly to: string
  /** Ids that would have come first and are taken. */
  readonly taken: readonly string[]
}

/** What becomes of one record of routing state. */
export interface PlanRouting {
  readonly sourceId: string
  readonly part: 'order' | 'lastGood' | 'usageStats'
  /** Provider, or profile id for `usageStats`, as it is stored. */
  readonly key: string
  readonly action: 'create' | 'keep' | 'skip'
  readonly why: RoutingWhy
  /** `order`: the ids that are stored. */
  readonly ids?: readonly string[]
  /** `usageStats`: fields whose value cannot be right, which are left out. */
  readonly flawedFields?: readonly string[]
}

export interface ImportPlan {
  readonly entries: readonly PlanEntry[]
  readonly renames: readonly PlanRename[]
  readonly routing: readonly PlanRouting[]
  /** Sources that are broken or too large; nothing of them is in the plan. */
  readonly unusable: readonly SourceSummary[]
  readonly counts: Readonly<Record<ImportAction, number>>
  /** Whether applying it writes anything. */
  readonly changes: boolean
}
