import { useState } from 'react'
import type { HostClient } from '../transport/host-client.ts'
import { host } from './host-session.ts'
import { actionProblem, type ActionProblem, type HostAction } from './use-host-action.ts'

/**
 * The same as `useHostAction` for what carries a secret: nothing remembers what was handed in, neither while the host is
 * asked nor afterwards.
 */
export function useSecretAction<Input, Output>(
  action: (client: HostClient, input: Input) => Promise<Output>,
): HostAction<Input, Output> {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<ActionProblem | null>(null)
  const run = async (input: Input): Promise<Output | null> => {
    setPending(true)
    setProblem(null)
    try {
      return await action(host(), input)
    } catch (error) {
      setProblem(actionProblem(error))
      return null
    } finally {
      setPending(false)
    }
  }
  return { run, isPending, problem, reset: () => setProblem(null) }
}
