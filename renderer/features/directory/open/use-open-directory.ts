import { ORPCError, safe } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import type { OpenFailure } from '../../../../shared/contract/types.ts'
import { host } from '../../../lib/state/host-session.ts'

/** The ways to get to a directory. */
export type OpenRequest =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'choose' }
  | { readonly kind: 'default' }
  | { readonly kind: 'example' }

/** What did not work, as far as the host told. */
export interface OpenProblem {
  readonly failure: OpenFailure | null
  readonly message: string
  readonly hint: string | null
}

/** Opens a directory; what is shown then arrives with the host's state. */
export function useOpenDirectory(onOpened?: () => void) {
  const mutation = useMutation<OpenResult, Error, OpenRequest>({
    mutationFn: open,
    onSuccess: (result) => {
      if (result === 'opened') onOpened?.()
    },
  })
  const problem = mutation.error === null ? foreseen(mutation.data) : unforeseen(mutation.error)
  return { open: mutation.mutate, isPending: mutation.isPending, problem }
}

type OpenResult = OpenProblem | 'opened' | 'not_here'

async function open(request: OpenRequest): Promise<OpenResult> {
  const { directory } = host()
  switch (request.kind) {
    case 'path':
      return opened(await safe(directory.open({ path: request.path })))
    case 'choose':
      return opened(await safe(directory.choose({ what: 'directory' })))
    case 'default':
      return opened(await safe(directory.openDefault()))
    case 'example':
      return problemOf(await safe(directory.openExample()))
  }
}

/** Without a path nothing was opened here: the dialog was cancelled, or another window has come to the front. */
function opened(result: {
  readonly error: unknown
  readonly data?: { readonly path: string | null } | undefined
}): OpenResult {
  return result.error === null && result.data?.path === null ? 'not_here' : problemOf(result)
}

/** A failure that the contract foresees carries what to do; anything else is thrown. */
function problemOf({ error }: { readonly error: unknown }): OpenResult {
  if (error === null) return 'opened'
  if (!(error instanceof ORPCError) || !error.defined) throw error
  const { failure = null, hint = null } = (error.data ?? {}) as Partial<OpenProblem>
  return { failure, message: error.message, hint }
}

function foreseen(result: OpenResult | undefined): OpenProblem | null {
  return typeof result === 'object' ? result : null
}

function unforeseen(error: Error): OpenProblem {
  return { failure: null, message: error.message, hint: null }
}
