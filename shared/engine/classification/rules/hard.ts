import type { AbortOwner, StopCode } from '../types.ts'

/**
 * What decides before any rule reads a text. Only the ones marked so can be outranked by a user's own rule, and only if
 * that rule says so.
 */
export interface HardRule {
  readonly id: string
  readonly matches: string
  /** Why the chain ends; null: it does not. */
  readonly stops: StopCode | null
  readonly canBeOutranked: boolean
  /** Names of the errors that it recognises. */
  readonly errorNames: readonly string[]
  /** Codes of the errors that it recognises. */
  readonly codes: readonly string[]
  /** Who ended the call. */
  readonly abortedBy: readonly AbortOwner[]
}

const NOTHING = { errorNames: [], codes: [], abortedBy: [], canBeOutranked: false } as const

export const HARD_RULES = {
  modelOutput: {
    ...NOTHING,
    id: 'hard.model-output',
    matches: 'a text that a model, a tool or a user wrote',
    stops: 'not_a_provider_error',
  },
  callerAbort: {
    ...NOTHING,
    id: 'hard.caller-abort',
    matches: 'the caller ended the run',
    stops: 'aborted_by_caller',
    errorNames: ['ClientDisconnectError'],
    abortedBy: ['caller'],
  },
  runBudget: {
    ...NOTHING,
    id: 'hard.run-budget',
    matches: 'the time for the whole run was used up',
    stops: 'run_budget_spent',
    errorNames: ['AgentRunTerminalTimeoutError', 'CommandLaneTaskTimeoutError'],
    abortedBy: ['run_budget'],
  },
  superseded: {
    ...NOTHING,
    id: 'hard.superseded',
    matches: 'the run was restarted or replaced',
    stops: 'superseded',
    errorNames: ['AgentRunRestartAbortError', 'AgentRunSupersededError'],
    abortedBy: ['superseded'],
  },
  coordination: {
    ...NOTHING,
    id: 'hard.coordination',
    matches: 'the runtime got in its own way: draining, no free worker, a session that another run took over',
    stops: 'local_coordination',
    errorNames: [
      'GatewayDrainingError',
      'EmbeddedAttemptSessionTakeoverError',
      'StaleLifecycleError',
      'MissingToolResultError',
      'TranscriptWriterReboundError',
      'TranscriptWriterConflictError',
      'WorkerUnavailableError',
      'WorkerCapacityError',
      'SandboxProvisioningError',
      'PlacementClosedError',
    ],
    codes: ['cli_max_turns', 'cli_turn_stopped'],
  },
  preflight: {
    ...NOTHING,
    id: 'hard.preflight',
    matches: 'the agent harness refused before it called a provider',
    stops: null,
    errorNames: ['AgentHarnessPreflightError', 'HarnessPreflightError'],
  },
  unreadable: {
    ...NOTHING,
    id: 'hard.unreadable',
    matches: 'an object that cannot be read',
    stops: null,
  },
  label: {
    ...NOTHING,
    id: 'hard.failover-label',
    matches: 'a failover error that already carries its reason',
    stops: null,
    canBeOutranked: true,
    errorNames: ['FailoverError'],
  },
} as const satisfies Record<string, HardRule>

/** Rules for the kinds of errors that no text describes; asked when nothing else said anything. */
export const ERROR_NAME_RULES = {
  timeout: { id: 'error.timeout', matches: 'an error named TimeoutError' },
  requestTimer: { id: 'error.request-timer', matches: 'the time limit of this one call' },
  aborted: { id: 'error.aborted', matches: 'an AbortError that says that the request was aborted' },
  abortedByTimeout: { id: 'error.aborted-by-timeout', matches: 'an AbortError whose cause is a timeout' },
} as const
