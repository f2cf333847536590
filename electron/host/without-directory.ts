import type { DirectoryState, LedgerQuery, OrderHistory } from '../../shared/contract/types.ts'
import { describeDirectory, readFailoverConfig, type DirectoryFacts, type PolicyId } from '../../shared/engine/index.ts'
import type { HistoryApi } from '../history/index.ts'
import type { SwitchyardStore } from '../store/index.ts'
import { directoryChange, shareState } from './directory-change.ts'
import type { DirectoryRecords } from './directory-records.ts'
import type { ChangeListener, OpenDirectory } from './open-directory.ts'
import { createTransitionLog } from './transition-log.ts'

/** Records in the place of a directory: there are no files to follow, so nothing but the policy ever changes. */
export interface OpenRecords extends Pick<OpenDirectory, 'state' | 'follow' | 'setPolicy' | 'reread' | 'close'> {
  readonly records: DirectoryRecords
  /** null: it cannot grow */
  readonly history: HistoryApi | null
}

type FirstState = Pick<DirectoryState, 'path' | 'kind' | 'problems' | 'readAtMs' | 'bundle'> & {
  /** null: nothing is known of a directory */
  readonly facts: DirectoryFacts | null
  /** The rules that count until others are chosen. */
  readonly policyId: PolicyId
}

/** What lies in the place of a directory, from what is known of it when it is opened. */
export function inPlaceOfDirectory(
  { facts: known, policyId: usualPolicyId, ...first }: FirstState,
  parts: Pick<OpenRecords, 'records' | 'history' | 'close'>,
): OpenRecords {
  const facts = known ?? noFacts(usualPolicyId)
  let state: DirectoryState = {
    ...first,
    facts,
    policySource: 'version',
    transitions: transitionsOf(facts, first.readAtMs),
    configRevision: null,
    gateway: { running: null, lastEdit: null },
    vault: null,
  }
  let tell: ChangeListener | null = null
  return {
    ...parts,
    get state() {
      return state
    },
    follow(listener) {
      tell = listener
    },
    setPolicy(chosenId) {
      const before = state
      const next = { ...before.facts, policyId: chosenId ?? usualPolicyId }
      const policySource = chosenId === null ? 'version' : 'chosen'
      const transitions = transitionsOf(next, before.readAtMs)
      state = shareState(before, { ...before, facts: next, policySource, transitions })
      const change = directoryChange(before, state)
      if (change !== null) tell?.(state, change)
      return Promise.resolve()
    },
    /** What was read when it was opened is all there is. */
    reread: () => Promise.resolve(),
  }
}

/** What a database tells of orders and locks. What was taken back elsewhere cannot be brought back here. */
export function recordsOf({ revisions, ledger }: SwitchyardStore): Pick<DirectoryRecords, 'orders' | 'locks'> {
  return {
    orders: {
      history: ({ agentId, provider, limit }): OrderHistory => ({
        revisions: revisions.list({ agentId, provider, limit }),
        undoable: null,
        redoable: null,
      }),
    },
    locks: { history: (query: LedgerQuery) => ledger.list(query) },
  }
}

function transitionsOf(facts: DirectoryFacts, nowMs: number): DirectoryState['transitions'] {
  const log = createTransitionLog()
  log.follow({ facts, nowMs, statuses: describeDirectory(facts, nowMs) })
  return log.transitions
}

function noFacts(policyId: PolicyId): DirectoryFacts {
  return {
    era: 'J',
    openclawVersion: null,
    policyId,
    config: readFailoverConfig(undefined),
    sharedStore: null,
    sharedStoreFile: null,
    agents: [],
  }
}
