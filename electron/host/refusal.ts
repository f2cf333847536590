import { ORPCError } from '@orpc/server'
import type { HostErrorCode, OpenFailure } from '../../shared/contract/errors.ts'

/** Thrown inside the host for what it answers with on purpose; the router turns it into the contract's error. */
export class Refusal extends Error {
  readonly code: HostErrorCode
  readonly hint: string
  readonly failure: OpenFailure | null

  constructor(code: HostErrorCode, message: string, details: { hint: string; failure?: OpenFailure; cause?: unknown }) {
    super(message, { cause: details.cause })
    this.name = 'Refusal'
    this.code = code
    this.hint = details.hint
    this.failure = details.failure ?? null
  }
}

export function openRefusal(failure: OpenFailure): Refusal {
  return new Refusal('OPEN_FAILED', failure.message, { hint: failure.hint, failure })
}

/** Anything but a refusal is a defect and passes on as it is: it reaches the client without details. */
export function refusalOf(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { code, message, hint, failure } = error
  throw new ORPCError(code, { defined: true, message, data: { hint, failure } })
}
