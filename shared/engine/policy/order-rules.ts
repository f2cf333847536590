import type { FailureReason } from '../store/failure-reason.ts'

/** The rules of eligibility, merging and rotation that differ between releases, as data. */
export interface OrderRules {
  /** Spellings that are the same provider before any alias is looked up. */
  readonly providerSpellings: Readonly<Record<string, string>>
  /** Provider id to the provider whose profiles it uses. */
  readonly authAliases: Readonly<Record<string, string>>
  /** Whose profiles come first when an agent inherits from the shared store; it decides ties. */
  readonly inheritedProfiles: 'before-own' | 'after-own'
  /** What becomes of a shared order when the agent owns profiles of that provider. */
  readonly inheritedOrder: 'as-is' | 'own-profiles-first'
  /** Profiles of the mode `aws-sdk`, which have no stored credential. */
  readonly awsSdk: 'unknown' | 'assumed-for-bedrock' | 'declared'
  /** An order or configuration of which no id is stored any more. */
  readonly repair: 'configured-in-given-order' | 'configured-and-stored-by-rotation'
  /** OAuth profiles whose access token has expired come after usable ones. */
  readonly expiredOauthLast: boolean
  /** The order is asked for one model, so that windows of another model do not count. */
  readonly isModelAware: boolean
  /** Cooldown reasons that may be limited to one model. */
  readonly modelScopedReasons: readonly FailureReason[]
  /** A running block keeps a model-scoped cooldown from being passed over. */
  readonly blockEndsModelScope: boolean
  /** `blocked` windows exist. */
  readonly hasBlocks: boolean
  /** A block may be limited to one model. */
  readonly hasModelScopedBlocks: boolean
  /** Token expiry has an upper bound: the last instant a date can name. */
  readonly boundsTokenExpiry: boolean
  /** A credential type written `apiKey` is read as `api_key`. */
  readonly readsCamelCaseType: boolean
  /** A pasted onboarding command line is recognised. */
  readonly detectsCommandLineKeys: boolean
  /** A legacy reference of an OAuth credential is told apart from missing material. */
  readonly detectsLegacyOauthRefs: boolean
  /** A durable refresh marker makes an OAuth profile ineligible. */
  readonly detectsRefreshMarkers: boolean
  /** A saved login that is not active yet is left out. */
  readonly detectsSetupReplacements: boolean
  /** Provider `openai-codex` may also use API keys and the order of `openai`. */
  readonly codexUsesOpenaiKeys: boolean
}

const WIDE_SPELLINGS = {
  modelstudio: 'qwen',
  qwencloud: 'qwen',
  'z.ai': 'zai',
  'z-ai': 'zai',
  'opencode-zen': 'opencode',
  'opencode-go-auth': 'opencode-go',
  'kimi-code': 'kimi',
  'kimi-coding': 'kimi',
  bedrock: 'amazon-bedrock',
  'aws-bedrock': 'amazon-bedrock',
  bytedance: 'volcengine',
  doubao: 'volcengine',
} as const

const BEDROCK_SPELLINGS = { bedrock: 'amazon-bedrock', 'aws-bedrock': 'amazon-bedrock' } as const
const PLAN_ALIASES = { 'byteplus-plan': 'byteplus', 'volcengine-plan': 'volcengine', 'minimax-cn': 'minimax' } as const

const RULES_2026_4_26: OrderRules = {
  providerSpellings: WIDE_SPELLINGS,
  authAliases: PLAN_ALIASES,
  inheritedProfiles: 'before-own',
  inheritedOrder: 'as-is',
  awsSdk: 'unknown',
  repair: 'configured-in-given-order',
  expiredOauthLast: false,
  isModelAware: false,
  modelScopedReasons: ['rate_limit'],
  blockEndsModelScope: false,
  hasBlocks: false,
  hasModelScopedBlocks: false,
  boundsTokenExpiry: false,
  readsCamelCaseType: false,
  detectsCommandLineKeys: false,
  detectsLegacyOauthRefs: false,
  detectsRefreshMarkers: false,
  detectsSetupReplacements: false,
  codexUsesOpenaiKeys: false,
}

const RULES_2026_5_20: OrderRules = {
  ...RULES_2026_4_26,
  providerSpellings: BEDROCK_SPELLINGS,
  authAliases: { ...PLAN_ALIASES, 'minimax-portal-cn': 'minimax-portal' },
  awsSdk: 'assumed-for-bedrock',
  hasBlocks: true,
  codexUsesOpenaiKeys: true,
}

const RULES_2026_7_1: OrderRules = {
  ...RULES_2026_5_20,
  authAliases: { ...RULES_2026_5_20.authAliases, 'novita-ai': 'novita', novitaai: 'novita' },
  inheritedProfiles: 'after-own',
  inheritedOrder: 'own-profiles-first',
  awsSdk: 'declared',
  repair: 'configured-and-stored-by-rotation',
  modelScopedReasons: ['rate_limit', 'timeout'],
  blockEndsModelScope: true,
  boundsTokenExpiry: true,
  readsCamelCaseType: true,
  detectsCommandLineKeys: true,
  detectsLegacyOauthRefs: true,
  codexUsesOpenaiKeys: false,
}

const RULES_2026_8_1: OrderRules = {
  ...RULES_2026_7_1,
  providerSpellings: {},
  expiredOauthLast: true,
  isModelAware: true,
  modelScopedReasons: ['rate_limit', 'timeout', 'model_not_found'],
  hasModelScopedBlocks: true,
}

const RULES_2026_9_6: OrderRules = {
  ...RULES_2026_8_1,
  authAliases: { ...RULES_2026_8_1.authAliases, 'x-ai': 'xai' },
  detectsRefreshMarkers: true,
  detectsSetupReplacements: true,
}

/** The rules of each release whose behaviour was recorded, oldest first. */
export const ORDER_RULES_BY_RELEASE = {
  '2026.4.26': RULES_2026_4_26,
  '2026.5.20': RULES_2026_5_20,
  '2026.7.1': RULES_2026_7_1,
  '2026.8.1': RULES_2026_8_1,
  '2026.9.6': RULES_2026_9_6,
} as const satisfies Record<string, OrderRules>

export type Release = keyof typeof ORDER_RULES_BY_RELEASE
