import type { DirectoryState, OrderTarget, Problem } from '../../../../shared/contract/types.ts'
import { orderSources } from './order-sources.ts'

const CONFIG_FILE = /(?:^|[\\/])(?:openclaw|clawdbot)\.json$/

/** Codes that mean a file must not be written, however severe they are for reading. */
const READ_ONLY_CODES: ReadonlySet<Problem['code']> = new Set(['database_newer', 'database_foreign'])

/** Why an order cannot be written to each place, in a sentence; null: it can. */
export function whyNotEditable(
  { facts, problems }: Pick<DirectoryState, 'facts' | 'problems'>,
  agentId: string,
): Readonly<Record<OrderTarget, string | null>> {
  const agent = facts.agents.find(({ id }) => id === agentId)
  const storeProblem = problems.find((problem) => problem.file === agent?.storeFile && isBarrier(problem))
  const configProblem = problems.find((problem) => CONFIG_FILE.test(problem.file) && isBarrier(problem))
  const unreadable = agent?.storeState === 'unreadable' ? 'The store of this agent could not be read.' : null
  return { stored: storeProblem?.message ?? unreadable, config: configProblem?.message ?? null }
}

function isBarrier({ severity, code }: Problem): boolean {
  return severity === 'error' || READ_ONLY_CODES.has(code)
}

/**
 * Where an order is best written. A running OpenClaw notices a change of openclaw.json and not one of its stores; but an
 * order that is stored wins, so while there is one, writing to the other place would change nothing.
 */
export function defaultTarget(
  directory: Pick<DirectoryState, 'facts' | 'problems' | 'gateway'>,
  agentId: string,
  provider: string,
): OrderTarget {
  const agent = directory.facts.agents.find(({ id }) => id === agentId)
  const { winner } = orderSources(directory.facts, agentId, provider)
  const hasStore = agent?.storeState === 'present' || agent?.storeState === 'empty'
  const isStoredFirst =
    winner === 'stored' || winner === 'inherited' || (winner === null && hasStore && directory.gateway.running === null)
  const [first, second]: readonly [OrderTarget, OrderTarget] = isStoredFirst
    ? ['stored', 'config']
    : ['config', 'stored']
  const barriers = whyNotEditable(directory, agentId)
  return barriers[first] !== null && barriers[second] === null ? second : first
}
