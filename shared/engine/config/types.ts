import type { SecretRef } from '../store/secret-ref.ts'

export type AuthMode = 'api_key' | 'oauth' | 'token' | 'aws-sdk'

/** One entry of `auth.profiles`: metadata, no secret. */
export interface ConfiguredProfile {
  readonly id: string
  readonly provider: string
  /** As written; null where it is none of the modes OpenClaw knows. */
  readonly mode: AuthMode | null
  readonly email: string | null
  readonly displayName: string | null
}

/** A model choice: a primary, and what follows it. `fallbacks` null: not written, which is not the same as an empty list. */
export interface ModelChoice {
  readonly primary: string | null
  readonly fallbacks: readonly string[] | null
}

/** A `models` map: the models that are named there, and their aliases. */
export interface NamedModels {
  /** Alias (lower case) to `provider/model`. */
  readonly aliases: Readonly<Record<string, string>>
  /** References whose alias is written and blank: an alias that is inherited for one of them does not count. */
  readonly unaliased: readonly string[]
  /** Every reference of the map, as written. */
  readonly modelRefs: readonly string[]
}

export interface ConfiguredAgent extends NamedModels {
  /** Normalised agent id. */
  readonly id: string
  readonly name: string | null
  readonly isDefault: boolean
  readonly agentDir: string | null
  readonly model: ModelChoice | null
  /** `subagents.model`: what sessions that the agent spawns use. */
  readonly subagentModel: ModelChoice | null
}

/** `agents.defaults`: what an agent uses where it sets nothing itself. */
export interface AgentDefaults extends NamedModels {
  readonly model: ModelChoice | null
  readonly subagentModel: ModelChoice | null
  readonly imageModel: ModelChoice | null
  /** `modelPolicy.allow`: references that may be selected; null: not written. It never filters fallbacks. */
  readonly allowedModels: readonly string[] | null
}

export interface ConfiguredProvider {
  /** Provider id as written, trimmed and in lower case. */
  readonly id: string
  readonly auth: string | null
  readonly modelIds: readonly string[]
  /** How the provider's own key is written in the configuration, if it has one. Its text is never kept. */
  readonly apiKey: { readonly kind: 'inline' } | { readonly kind: 'ref'; readonly ref: SecretRef } | null
  /** Its address is on this machine, where a provider commonly needs no key. */
  readonly isLocal: boolean
}

/** `auth.cooldowns`: what the file sets, in the units of the file; absent fields keep the defaults of the policy. */
export interface CooldownSettings {
  readonly billingBackoffHours?: number
  readonly billingBackoffHoursByProvider?: Readonly<Record<string, number>>
  readonly billingMaxHours?: number
  readonly authPermanentBackoffMinutes?: number
  readonly authPermanentMaxMinutes?: number
  readonly failureWindowHours?: number
  readonly overloadedProfileRotations?: number
  readonly overloadedBackoffMs?: number
  readonly rateLimitedProfileRotations?: number
}

/** The part of `openclaw.json` that decides about failover (R52). */
export interface FailoverConfig {
  /** In the order of the file. */
  readonly profiles: readonly ConfiguredProfile[]
  /** `auth.order`, provider keys as written. An empty list is meaningful: it selects nothing. */
  readonly order: Readonly<Record<string, readonly string[]>>
  readonly cooldowns: CooldownSettings
  readonly providers: readonly ConfiguredProvider[]
  readonly defaults: AgentDefaults
  readonly agents: readonly ConfiguredAgent[]
  /** `meta.lastTouchedVersion` */
  readonly lastTouchedVersion: string | null
}
