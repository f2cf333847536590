import { parseArgs } from 'node:util'
import { normalizeAgentId, POLICY_IDS, type PolicyId } from '../../shared/engine/index.ts'
import { parseInstant } from '../instant.ts'

export interface StatusOptions {
  /** As written; null: the directory that OpenClaw itself would use. */
  readonly directory: string | null
  readonly isJson: boolean
  /** Epoch ms to evaluate at; null: now. */
  readonly atMs: number | null
  readonly agentId: string | null
  /** null: the policy of the version that wrote the directory. */
  readonly policyId: PolicyId | null
}

export type StatusRequest =
  | { readonly kind: 'run'; readonly options: StatusOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'mistake'; readonly message: string }

const HELP_TEXT = `Prints which account and model serves next in an OpenClaw state directory, and
why.

Usage: npm run status -- [directory] [options]

directory        the state directory; without it, the one OpenClaw would use
--json           one JSON object instead of text
--at <time>      evaluate at this instant: an ISO time with zone, such as
                 2026-07-01T12:00:00Z, or epoch milliseconds
--agent <id>     only this agent
--policy <id>    evaluate by these rules instead of those of the version that
                 wrote the directory:
                 ${POLICY_IDS.join(', ')}
--help           show this text

Exit status: 0; 1 if the directory cannot be opened; 2 if the command is wrong.
Nothing in the directory is ever changed.
`

export function parseStatusOptions(args: readonly string[]): StatusRequest {
  const parsed = parse(args)
  if (typeof parsed === 'string') return mistake(parsed)
  const { values, positionals } = parsed
  if (values.help === true) return { kind: 'help', text: HELP_TEXT }
  if (positionals.length > 1) return mistake(`Only one directory can be shown, not also "${positionals[1]}".`)
  if (positionals[0] === '') return mistake('The directory is empty text.')

  const atMs = values.at === undefined ? null : parseInstant(values.at)
  if (atMs === undefined) return mistake(`--at needs an ISO time with zone or epoch milliseconds, not "${values.at}".`)
  const policyId = values.policy === undefined ? null : POLICY_IDS.find((id) => id === values.policy)
  if (policyId === undefined) return mistake(`--policy needs one of ${POLICY_IDS.join(', ')}, not "${values.policy}".`)
  return {
    kind: 'run',
    options: {
      directory: positionals[0] ?? null,
      isJson: values.json === true,
      atMs,
      agentId: values.agent === undefined ? null : normalizeAgentId(values.agent),
      policyId,
    },
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        at: { type: 'string' },
        agent: { type: 'string' },
        policy: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // parseArgs explains in its first sentence; what follows is about its own options.
    return error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error)
  }
}

function mistake(message: string): StatusRequest {
  return { kind: 'mistake', message: `${message.replace(/\.?$/, '.')} Try --help.` }
}
