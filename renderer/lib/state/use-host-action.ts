import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import type { HostError, HostErrorCode } from '../../../shared/contract/errors.ts'
import type { HostClient } from '../transport/host-client.ts'
import { host } from './host-session.ts'

/** What did not work, as the host told it. */
export interface ActionProblem {
  /** null: something that nobody foresaw, such as a lost connection. */
  readonly code: HostErrorCode | null
  readonly message: string
  readonly hint: string | null
  readonly conflict: HostError['data']['conflict']
}

export interface HostAction<Input, Output> {
  /** Asks the host; null: it did not work, and `problem` says why. Never rejects. */
  run(input: Input): Promise<Output | null>
  readonly isPending: boolean
  readonly problem: ActionProblem | null
  /** Forgets the last outcome. */
  reset(): void
}

/** One thing that a person asks the host to do. What it changed arrives with the host's state before `run` resolves. */
export function useHostAction<Input, Output>(
  action: (client: HostClient, input: Input) => Promise<Output>,
): HostAction<Input, Output> {
  const mutation = useMutation<Output, unknown, Input>({ mutationFn: (input) => action(host(), input), gcTime: 0 })
  return {
    run: (input) => mutation.mutateAsync(input).catch(() => null),
    isPending: mutation.isPending,
    problem: mutation.isError ? actionProblem(mutation.error) : null,
    reset: mutation.reset,
  }
}

/** A refusal that the contract foresees says what to do; of anything else only that it happened is known. */
export function actionProblem(error: unknown): ActionProblem {
  if (!(error instanceof ORPCError) || !error.defined) {
    const message = error instanceof Error ? error.message : 'Something went wrong.'
    return { code: null, message, hint: null, conflict: null }
  }
  const { hint = null, conflict = null } = (error.data ?? {}) as Partial<HostError['data']>
  return { code: error.code as HostErrorCode, message: error.message, hint, conflict }
}
