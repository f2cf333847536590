import type { Candidate, Chain } from '../chain/types.ts'
import { perform, type Step } from './effects.ts'
import { NO_DETAIL } from './exhaustion.ts'
import { failureText, type CallOutcome } from './outcomes.ts'
import { redactSecrets } from '../classification/redact.ts'
import type { RunError } from './types.ts'

/** One image model that did not answer. */
export interface ImageAttempt {
  readonly provider: string
  readonly model: string
  /** Secrets masked. */
  readonly error: string
}

export type ImageRunResult = (
  | { readonly kind: 'completed'; readonly provider: string; readonly model: string; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: RunError }
) & { readonly attempts: readonly ImageAttempt[] }

/**
 * The plain loop that reads an image: one model after the other, no windows and no records, and every error advances but
 * an abort. A single attempt ends with its own error, several with a summary that gives no reasons.
 */
export function* runImageChain(chain: Chain): Step<ImageRunResult> {
  const attempts: ImageAttempt[] = []
  let last: RunError = { ...NO_DETAIL, message: 'There is no image model to ask.' }
  for (const [index, candidate] of chain.candidates.entries()) {
    const outcome = yield* perform({ kind: 'call', call: imageCall(chain, candidate, index) })
    const { provider, model } = candidate
    if (outcome.kind === 'answered') return { kind: 'completed', provider, model, value: outcome.value, attempts }
    last = errorOf(outcome)
    if (outcome.kind === 'stopped') return { kind: 'failed', error: last, attempts }
    attempts.push({ provider, model, error: last.message })
  }
  if (attempts.length <= 1) return { kind: 'failed', error: last, attempts }
  const listed = attempts.map(({ provider, model, error }) => `${provider}/${model}: ${error}`).join(' | ')
  const message = `All image models failed (${attempts.length}): ${listed}`
  return { kind: 'failed', error: { ...NO_DETAIL, message, isSummary: true }, attempts }
}

function imageCall({ candidates }: Chain, { provider, model }: Candidate, index: number) {
  return {
    provider,
    model,
    profileId: null,
    attempt: index + 1,
    repeat: 0,
    allowTransientCooldownProbe: false,
    isFinalFallbackAttempt: index === candidates.length - 1,
    modelRoutingProvenance: {
      requestedProvider: candidates[0]?.provider ?? provider,
      requestedModel: candidates[0]?.model ?? model,
      stage: index === 0 ? 'initial' : 'fallback',
      fallbackReason: null,
    },
  } as const
}

function errorOf(outcome: Exclude<CallOutcome, { kind: 'answered' }>): RunError {
  switch (outcome.kind) {
    case 'failed': {
      const { name, status, code } = outcome.failure
      return { ...NO_DETAIL, name, message: redactSecrets(failureText(outcome.failure)), status, code }
    }
    case 'stopped':
      return { ...NO_DETAIL, name: outcome.name, message: outcome.message, status: outcome.status }
    case 'switch_requested': {
      const message = `Live session model switch requested: ${outcome.provider}/${outcome.model}`
      return { ...NO_DETAIL, name: 'LiveSessionModelSwitchError', message }
    }
  }
}
