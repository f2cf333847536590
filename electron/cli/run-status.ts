import { homedir } from 'node:os'
import { readStateDirectory, resolveStateDirectory } from '../openclaw/index.ts'
import { PLAIN, ANSI } from './paint.ts'
import { parseStatusOptions, type StatusOptions } from './status-options.ts'
import { createStatusReport } from './status-report.ts'
import { statusText } from './status-text.ts'

export interface StatusEnvironment {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  print(text: string): void
  printError(text: string): void
  /** Present when the output is a terminal. */
  readonly terminalColumns?: number
  /** Epoch ms; the real time if absent. */
  readonly nowMs?: number
}

export const EXIT_OK = 0
export const EXIT_NOT_OPENED = 1
export const EXIT_USAGE = 2

const MIN_COLUMNS = 60
const MAX_COLUMNS = 100
const DEFAULT_COLUMNS = 80

/** Prints the failover state of a directory once and gives the exit status. Never writes to the directory. */
export async function runStatus(environment: StatusEnvironment): Promise<number> {
  const { args, env, print, printError } = environment
  const request = parseStatusOptions(args)
  if (request.kind === 'help') {
    print(request.text)
    return EXIT_OK
  }
  if (request.kind === 'mistake') {
    printError(`${request.message}\n`)
    return EXIT_USAGE
  }
  return printStatus(request.options, env, environment)
}

async function printStatus(
  options: StatusOptions,
  env: StatusEnvironment['env'],
  environment: StatusEnvironment,
): Promise<number> {
  const { print, printError } = environment
  const nowMs = options.atMs ?? environment.nowMs ?? Date.now()
  const homeDir = homedir()
  const path = resolveStateDirectory({ argument: options.directory, env, homeDir })
  const policy = options.policyId === null ? {} : { policyId: options.policyId }
  const read = await readStateDirectory(path, { env, homeDir, ...policy })
  if (!('facts' in read)) {
    printError(`${read.path}: ${read.message}\n${read.hint}\n`)
    return EXIT_NOT_OPENED
  }
  const agentIds = read.facts.agents.map(({ id }) => id)
  if (options.agentId !== null && !agentIds.includes(options.agentId)) {
    printError(`There is no agent "${options.agentId}" in ${path}. Agents: ${agentIds.join(', ') || 'none'}.\n`)
    return EXIT_USAGE
  }
  const report = createStatusReport({ path, nowMs, agentId: options.agentId, policyId: options.policyId, ...read })
  if (options.isJson) {
    print(`${JSON.stringify(report, null, 2)}\n`)
    return EXIT_OK
  }
  const { terminalColumns } = environment
  const isPlain = terminalColumns === undefined || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  const columns = Math.min(Math.max(terminalColumns ?? DEFAULT_COLUMNS, MIN_COLUMNS), MAX_COLUMNS)
  print(statusText(report, { columns, paint: isPlain ? PLAIN : ANSI }))
  return EXIT_OK
}
