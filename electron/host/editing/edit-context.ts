import type { EditReceipt, GatewayEdit } from '../../../shared/contract/types.ts'
import { POLICIES, policyOf, type AgentFacts, type OrderRules, type Policy } from '../../../shared/engine/index.ts'
import type { DirectoryEditor } from '../../openclaw/index.ts'
import type { SwitchyardStore } from '../../store/index.ts'
import type { Vault } from '../../vault/index.ts'
import type { Clock } from '../clock.ts'
import type { OpenDirectory } from '../open-directory.ts'
import { Refusal } from '../refusal.ts'
import type { GatewayFollower } from './gateway-follower.ts'

/** What every kind of edit of the open directory works with. */
export interface EditContext {
  readonly directory: OpenDirectory
  readonly editor: DirectoryEditor
  /** What the console remembers of the directory. */
  readonly store: SwitchyardStore
  /** null: not a directory of our own. */
  readonly vault: Vault | null
  readonly gateway: GatewayFollower
  readonly clock: Clock
}

/** What a part of an edit wrote. */
export interface Written<T> {
  readonly what: GatewayEdit['what'] | null
  readonly files: readonly string[]
  readonly backup: string | null
  readonly result: T
}

/**
 * Does an edit: looks what a running gateway makes of it, and reads the directory again, so that what changed is on every
 * screen before the answer is.
 */
export async function doEdit<T>(
  { directory, gateway }: EditContext,
  edit: () => Promise<Written<T>>,
): Promise<{ readonly receipt: EditReceipt; readonly result: T }> {
  const { result: written, takesEffect } = await gateway.around(() =>
    directory.whileWriting(async () => {
      const done = await edit()
      await directory.reread()
      return { what: done.what, result: done }
    }),
  )
  const { files, backup, result } = written
  return { receipt: { files: [...new Set(files)], backup, takesEffect }, result }
}

export function agentOf({ directory }: EditContext, agentId: string): AgentFacts {
  const agent = directory.state.facts.agents.find(({ id }) => id === agentId)
  if (agent !== undefined) return agent
  throw new Refusal('NOT_FOUND', 'There is no such agent in this directory.', { hint: 'Choose another agent.' })
}

export function policyOfDirectory({ directory }: EditContext): Policy {
  return policyOf(directory.state.facts)
}

export function orderRulesOf({ directory }: EditContext): OrderRules {
  return POLICIES[directory.state.facts.policyId].order
}
