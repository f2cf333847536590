import type { CallReport, ProfileInput } from '../../../shared/contract/types.ts'
import { asText, describeAgent, own, type UsageStats, type WindowContext } from '../../../shared/engine/index.ts'
import { isRecord, valueAt, type RawRecord } from '../../openclaw/raw-values.ts'
import {
  askUsage,
  callProvider,
  concludeUsage,
  createRefResolver,
  endpointOf,
  interpretCall,
  materialFor,
  modelForRecheck,
  type CallConclusion,
  type HttpSend,
  type RefResolver,
} from '../../providers/index.ts'
import { openCredential } from '../../vault/index.ts'
import { Refusal } from '../refusal.ts'
import { agentOf, policyOfDirectory, type EditContext } from './edit-context.ts'
import { providerOf } from './usage-places.ts'

export interface ProviderCallOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /**
   * The directory is the user's own: what its configuration names may be read and run. That of somebody else could send
   * whatever lies in this user's environment to whatever address it names.
   */
  readonly isUsersOwn: boolean
  /** The configuration as it is written. */
  readConfig(): Promise<unknown>
  readonly send?: HttpSend | undefined
}

/** A minimal call and what the engine concluded from it; null: no call could be made, and the report says why. */
export interface MadeCall {
  readonly report: CallReport
  readonly conclusion: CallConclusion | null
  readonly windowContext: WindowContext
}

/** Makes the smallest real call with one credential of the open directory. */
export type CallWith = (input: ProfileInput, stats: UsageStats | null) => Promise<MadeCall>

export function createProviderCalls(context: EditContext, options: ProviderCallOptions): CallWith {
  const { editor, vault, clock, directory } = context
  const { isUsersOwn } = options
  const env = isUsersOwn ? options.env : {}

  return async ({ agentId, profileId }, stats) => {
    agentOf(context, agentId)
    const owner = await editor.ownerOf(agentId, profileId)
    const provider = owner === null ? '' : providerOf(context, owner, profileId)
    const windowContext = { policy: policyOfDirectory(context), provider, nowMs: clock.now() }
    const notCalled = (message: string, hint: string): MadeCall => ({
      report: { ...EMPTY_REPORT, profileId, provider, message, hint },
      conclusion: null,
      windowContext,
    })
    const stored = owner === null ? null : await editor.readStore(owner)
    const credential = valueAt(stored?.credentials, 'profiles', profileId)
    if (!isRecord(credential)) {
      throw new Refusal('NOT_FOUND', 'This account is not there any more.', { hint: 'Look at the accounts again.' })
    }

    // Also says that the vault is locked, before anything else is found wanting.
    const opened = vault === null ? credential : openCredential(credential, vault)
    const config = await options.readConfig()
    const wanted = modelForRecheck(stats, windowContext, chainModel(agentId, provider))
    const endpoint = endpointOf({ config, provider, env, ...(wanted === null ? {} : { model: wanted }) })
    if (endpoint.kind === 'unknown_endpoint') return notCalled(endpoint.message, endpoint.hint)
    const model = wanted ?? endpoint.defaultTestModel
    if (model === null) {
      return notCalled('It is not known which model to call.', 'Name one in models.providers or in the agent’s chain.')
    }
    const resolve = isUsersOwn
      ? createRefResolver({
          config,
          env,
          mayRunCommands: true,
          openVaultSecret: (id) => Promise.resolve(vault?.has(id) === true ? vault.open(id) : null),
        })
      : refuseReference
    const found = await materialFor({ credential: opened, endpoint, model, config, env, resolve, nowMs: clock.now() })
    if ('problem' in found) {
      const { code, message, hint } = found.problem
      if (code !== 'subscription_only') return notCalled(message, hint)
      // Such an account answers no plain request; the usage endpoint tells how it stands.
      const concluded = await askHowItStands(opened, clock.now(), options.send)
      return concluded === null
        ? notCalled(message, hint)
        : { report: { ...reportOf(concluded), profileId, provider }, conclusion: concluded, windowContext }
    }

    const outcome = await callProvider({ endpoint, model, material: found.material, send: options.send })
    const conclusion = interpretCall(outcome, { ...windowContext, model, nowMs: clock.now() })
    return { report: { ...reportOf(conclusion), profileId, provider }, conclusion, windowContext }
  }

  /** The model that the agent's chain would call with this provider; null: the provider is in no chain. */
  function chainModel(agentId: string, provider: string): string | null {
    const status = describeAgent(directory.state.facts, agentId, clock.now())
    return status?.serving.candidates.find((candidate) => candidate.provider === provider)?.model ?? null
  }
}

const refuseReference: RefResolver = () =>
  Promise.resolve({
    problem: {
      code: 'not_allowed',
      message: 'References are not followed in a directory that OpenClaw does not use for you.',
      hint: 'Its configuration could send what lies in your environment anywhere. Test the account where it belongs.',
    },
  })

async function askHowItStands(
  credential: RawRecord,
  nowMs: number,
  send: HttpSend | undefined,
): Promise<CallConclusion | null> {
  const access = asText(own(credential, 'access'))
  if (access === null) return null
  const startedMs = performance.now()
  const probe = await askUsage({ access, accountId: asText(own(credential, 'accountId')), nowMs, send })
  return concludeUsage(probe, Math.round(performance.now() - startedMs))
}

const EMPTY_REPORT = {
  model: null,
  outcome: 'not_called',
  status: null,
  latencyMs: null,
  reason: null,
  ruleId: null,
  retryAtMs: null,
  changes: [],
} as const

function reportOf(conclusion: CallConclusion): Omit<CallReport, 'profileId' | 'provider'> {
  const { model, outcome, status, latencyMs, reason, ruleId, retryAtMs, message } = conclusion
  return { model, outcome, status, latencyMs, reason, ruleId, retryAtMs, message, hint: null, changes: [] }
}
