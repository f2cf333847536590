import { open } from 'node:fs/promises'
import type { BundleSource } from '../../electron/bundle/index.ts'
import type { DecisionEvent, EventBase, LogEvent } from '../../electron/logs/index.ts'
import { readZip } from '../../electron/logs/sources/zip.ts'
import { shortHash, type DirectoryFacts } from '../../shared/engine/index.ts'
import { buildFacts } from './build-facts.ts'

export const BUNDLE_NOW_MS = 1_770_000_000_000

/** What must not be found in a bundle, wherever it was planted. */
export const CANARIES = {
  email: 'petra.canary@kanarie-mail.example',
  otherEmail: 'stray.canary@elsewhere-mail.example',
  profileId: 'openai:petra.canary@kanarie-mail.example',
  plainProfileId: 'anthropic:canary-vogel',
  unknownHash: 'sha256:feedc0de1234',
  missingProfileId: 'openai:canary-gone',
  displayName: 'Canary Petra Vogel',
  accountId: 'acct_CANARY4711',
  agent: 'canary-agent',
  agentName: 'Canary the Agent',
  session: 'canary-session-81',
  sessionKey: 'agent:canary-agent:whatsapp:+4915112345678',
  run: '7ca0a4ca-0815-4711-8a8a-caca0caca000',
  job: 'canary-nightly-job',
  lane: 'canary-lane',
  host: 'canary-workstation',
  otherHost: 'gpu7.canary-lab.internal',
  user: 'petracanary',
  path: '/home/petracanary/canary-secret-project',
  windowsPath: String.raw`C:\Users\petracanary\canary-folder`,
  secret: 'sk-canary0123456789abcdefghijklmnop',
  tail: 'zQ7x',
  keyRef: 'CANARY_OPENAI_KEY',
  modelAlias: 'canary-favourite',
  privateModel: 'ft:gpt-4o:canary-org::abc123',
  requestId: 'req_canary011CSHoEeqs5',
  phone: '+49 151 98765432',
} as const

const ID = CANARIES.profileId

export function canaryFacts(): DirectoryFacts {
  const facts = buildFacts({
    policyId: 'openclaw-2026.7',
    config: {
      meta: { lastTouchedVersion: '2026.7.1' },
      auth: {
        profiles: {
          [ID]: { provider: 'openai', mode: 'oauth', email: CANARIES.email, displayName: CANARIES.displayName },
        },
        order: { openai: [ID, CANARIES.missingProfileId] },
      },
      agents: {
        defaults: {
          model: {
            primary: CANARIES.modelAlias,
            fallbacks: [`openai/gpt-5.5@${ID}`, `openai/${CANARIES.privateModel}`],
          },
          models: { 'openai/gpt-5.5': { alias: CANARIES.modelAlias } },
        },
        list: [
          { id: 'main', default: true },
          { id: CANARIES.agent, name: CANARIES.agentName, agentDir: CANARIES.path },
        ],
      },
      models: {
        providers: {
          ollama: { baseUrl: `http://${CANARIES.otherHost}:11434`, models: [{ id: 'llama3.1' }] },
          [CANARIES.host]: { baseUrl: 'http://localhost', models: [{ id: `/${CANARIES.path}/m.gguf` }] },
        },
      },
    },
    agents: {
      main: {
        profiles: {
          [ID]: {
            type: 'oauth',
            provider: 'openai',
            access: CANARIES.secret,
            refresh: `${CANARIES.secret}-refresh`,
            expires: BUNDLE_NOW_MS + 1,
            email: CANARIES.email,
            displayName: CANARIES.displayName,
            accountId: CANARIES.accountId,
            plan: 'plus',
          },
          [CANARIES.plainProfileId]: {
            type: 'api_key',
            provider: 'anthropic',
            key: `${CANARIES.secret}${CANARIES.tail}`,
          },
          'anthropic:by-reference': {
            type: 'api_key',
            provider: 'anthropic',
            keyRef: { source: 'env', provider: CANARIES.host, id: CANARIES.keyRef },
          },
          [`rejected:${CANARIES.user}`]: { type: 'nonsense' },
        },
        state: {
          order: { anthropic: [CANARIES.plainProfileId] },
          lastGood: { openai: ID },
          usageStats: {
            [ID]: { cooldownUntil: BUNDLE_NOW_MS + 60_000, cooldownReason: 'rate_limit', errorCount: 1 },
            [`gone:${CANARIES.user}`]: { errorCount: 'many', lastFailureAt: 5 },
          },
        },
      },
      [CANARIES.agent]: {},
    },
  })
  const agents = facts.agents.map((agent) => ({
    ...agent,
    name: agent.isDefault ? null : CANARIES.agentName,
    storeFile: `agents/${agent.id}/agent/openclaw-agent.sqlite`,
    sessions: [
      {
        key: agent.isDefault ? `agent:main:explicit:${CANARIES.session}` : CANARIES.sessionKey,
        updatedAtMs: BUNDLE_NOW_MS,
        lastProvider: 'openai',
        lastModel: CANARIES.privateModel,
        overrideProvider: 'openai',
        overrideModel: 'gpt-5.5',
        overrideSource: 'auto' as const,
        originProvider: CANARIES.host,
        originModel: 'big',
        pinProfileId: ID,
        pinSource: 'user' as const,
      },
    ],
  }))
  return { ...facts, openclawVersion: `2026.7.1-${CANARIES.host}`, agents }
}

/** A text of a provider, with everything in it that texts were ever seen to hold, and more. */
export const CANARY_TEXT = [
  '429 Rate limit reached for',
  CANARIES.email,
  CANARIES.otherEmail.toUpperCase(),
  `(${ID}, ${CANARIES.plainProfileId}, ${shortHash(ID)}, ${CANARIES.unknownHash})`,
  `on ${CANARIES.host}:8080 http://${CANARIES.otherHost}:11434/v1/${CANARIES.user} 10.20.30.40 fe80::1c2d:3e4f`,
  `${CANARIES.path}/log.txt ${CANARIES.windowsPath}`,
  CANARIES.secret,
  `${CANARIES.displayName} ${CANARIES.accountId} ${CANARIES.session} ${CANARIES.run} ${CANARIES.requestId} ${CANARIES.phone}`,
].join(' ')

const base: EventBase = {
  atMs: BUNDLE_NOW_MS - 60_000,
  isTimed: true,
  runId: CANARIES.run,
  sessionId: CANARIES.session,
  agentId: CANARIES.agent,
  lane: `session:${CANARIES.session}`,
  parent: `cron:${CANARIES.job}`,
  line: 12,
}

export const CANARY_DECISION: DecisionEvent = {
  kind: 'decision',
  ...base,
  decision: 'candidate_failed',
  requestedProvider: 'openai',
  requestedModel: 'gpt-5.5',
  candidateProvider: CANARIES.host,
  candidateModel: CANARIES.privateModel,
  attempt: 1,
  total: 2,
  reason: CANARIES.host,
  status: 429,
  code: CANARIES.host,
  errorPreview: CANARY_TEXT,
  errorHash: shortHash(ID),
  providerErrorType: CANARIES.user,
  nextProvider: 'anthropic',
  nextModel: 'claude-opus-4-6',
  isPrimary: true,
  requestedModelMatched: null,
  fallbackConfigured: true,
  isProbe: false,
  profileCount: 2,
  suppressed: 3,
  previousAttempts: null,
  finalOutcome: 'next_fallback',
}

export const CANARY_EVENTS: readonly LogEvent[] = [
  {
    kind: 'profile_state',
    ...base,
    profileId: shortHash(ID),
    provider: 'openai',
    reason: CANARIES.user,
    windowType: 'cooldown',
    isReused: false,
    errorCount: 1,
    previousErrorCount: null,
    cooldownUntilMs: BUNDLE_NOW_MS,
    previousCooldownUntilMs: null,
    disabledUntilMs: null,
    previousDisabledUntilMs: null,
    disabledReason: CANARIES.user,
    previousDisabledReason: CANARIES.user,
    failureCounts: { rate_limit: 1, [CANARIES.user]: 2, [CANARIES.host]: 3 },
  },
  {
    kind: 'failover',
    ...base,
    lane: CANARIES.lane,
    parent: CANARIES.run,
    stage: CANARIES.user,
    decision: CANARIES.user,
    reason: 'rate_limit',
    profileReason: CANARIES.host,
    provider: 'anthropic',
    model: 'claude-opus-4-6',
    sourceProvider: 'openai',
    sourceModel: CANARIES.privateModel,
    profileId: CANARIES.unknownHash,
    status: 429,
    retryCount: 0,
    profileRotationCount: 0,
    attemptCount: 1,
    rawErrorPreview: CANARY_TEXT,
    rawErrorHash: shortHash(CANARIES.email),
    providerErrorType: 'rate_limit_error',
    fallbackConfigured: true,
    timedOut: false,
    aborted: false,
  },
  {
    kind: 'chain_stopped',
    ...base,
    parent: CANARIES.sessionKey,
    reason: 'caller_signal_aborted',
    candidateProvider: CANARIES.host,
    candidateModel: CANARIES.privateModel,
    errorName: CANARIES.host,
  },
  {
    kind: 'agent_end',
    ...base,
    isError: true,
    isWrapper: false,
    provider: 'openai',
    model: 'gpt-5.5',
    reason: CANARIES.host,
    errorPreview: CANARY_TEXT,
    errorHash: shortHash(CANARIES.session),
  },
  { kind: 'gap', ...base, why: 'rotated' },
]

/** A source with a canary in every field that can hold one. */
export function canarySource(parts: Partial<BundleSource> = {}): BundleSource {
  return {
    nowMs: BUNDLE_NOW_MS,
    totalRecords: 0,
    consoleVersion: '0.1.0',
    facts: canaryFacts(),
    problems: [
      {
        id: `syntax_error|${CANARIES.path}`,
        severity: 'error',
        code: 'syntax_error',
        file: `${CANARIES.path}/${CANARIES.agent}.json`,
        line: 1,
        column: 2,
        message: `The file of ${CANARIES.plainProfileId} is cut off.`,
        hint: `Look into ${CANARIES.path}/openclaw.json.`,
        agentId: CANARIES.agent,
        keptFromMs: 5,
      },
    ],
    findings: [
      {
        id: `flapping_profile|${ID}|1`,
        code: 'flapping_profile',
        severity: 'warning',
        fromMs: 1,
        toMs: 2,
        provider: 'openai',
        profileIds: [ID],
        models: [`openai/${CANARIES.privateModel}`],
        sessions: [CANARIES.session],
        figures: { openings: 5 },
        filter: {
          fromMs: 1,
          toMs: 3,
          agents: [CANARIES.agent],
          sessions: [CANARIES.session],
          runs: [CANARIES.run],
          providers: [CANARIES.host],
          models: [`${CANARIES.host}/big`],
          profiles: [shortHash(ID), CANARIES.unknownHash],
          decisions: ['candidate_failed'],
          reasons: ['rate_limit', CANARIES.user],
          statuses: [429],
          text: CANARY_TEXT,
        },
        runKeys: [CANARIES.run],
      },
    ],
    privateWords: [CANARIES.host, CANARIES.user],
    names: {
      profiles: [
        { id: CANARIES.unknownHash, provider: 'anthropic' },
        { id: ID, provider: 'openai' },
      ],
      agents: [CANARIES.agent],
      sessions: [CANARIES.session],
      runs: [CANARIES.run],
    },
    decisions: () => [CANARY_DECISION],
    others: () => CANARY_EVENTS,
    windows: () => [
      {
        atMs: 1,
        agentId: CANARIES.agent,
        owner: `agent:${CANARIES.agent}`,
        provider: 'openai',
        profileId: ID,
        windowKind: 'cooldown',
        action: 'opened',
        cause: 'failure',
        rule: CANARIES.host,
        reason: 'rate_limit',
        rung: 1,
        failures: 1,
        untilBeforeMs: null,
        untilAfterMs: 2,
        model: CANARIES.privateModel,
        basis: 'console',
      },
    ],
    orders: () => [
      {
        atMs: 1,
        agentId: CANARIES.agent,
        provider: 'openai',
        target: 'stored',
        before: null,
        after: [ID, CANARIES.missingProfileId],
        origin: 'console',
        state: 'applied',
      },
    ],
    ...parts,
  }
}

/** The parts of an archive as texts. */
export async function unpackedParts(path: string): Promise<Record<string, string>> {
  const file = await open(path, 'r')
  const parts: Record<string, string> = {}
  try {
    for await (const { name, content } of readZip(file)) {
      if (content === null) throw new Error('A part that cannot be read')
      const chunks: Uint8Array[] = []
      for await (const chunk of content()) chunks.push(chunk)
      parts[name] = Buffer.concat(chunks).toString('utf8')
    }
  } finally {
    await file.close()
  }
  return parts
}
