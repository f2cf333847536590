import type { DirectoryState, LedgerQuery, OrderHistory } from '../../shared/contract/types.ts'
import { describeDirectory, readFailoverConfig, type DirectoryFacts, type PolicyId } from '../../shared/engine/index.ts'
import { HistoryRefused, openBundleHistory, type BundleHistory } from '../history/index.ts'
import { openSwitchyardStore, type SwitchyardStore } from '../store/index.ts'
import { directoryChange, shareState } from './directory-change.ts'
import type { DirectoryRecords } from './directory-records.ts'
import { OWN_POLICY, type ChangeListener, type OpenDirectory } from './open-directory.ts'
import { openRefusal } from './refusal.ts'
import { createTransitionLog } from './transition-log.ts'

/** A support bundle in the place of a directory: nothing follows it, since nothing in it changes. */
export interface OpenBundle extends Pick<OpenDirectory, 'state' | 'follow' | 'setPolicy' | 'reread' | 'close'> {
  readonly records: DirectoryRecords
}

/** @throws {Refusal} `OPEN_FAILED`, with the reason in the words of the bundle's reader */
export async function openBundle(path: string, log: (message: string, error: unknown) => void): Promise<OpenBundle> {
  const usualPolicyId = (): PolicyId => bundle.taken.facts?.policyId ?? bundle.taken.policyId ?? OWN_POLICY
  const bundle = await openBundleHistory(path, { policyId: () => state.facts.policyId, log }).catch(refuse)
  let state: DirectoryState
  let store: SwitchyardStore
  try {
    state = stateOf(path, bundle, usualPolicyId())
    store = openSwitchyardStore(bundle.file, { clock: { now: () => state.readAtMs } })
  } catch (error) {
    await bundle.close()
    throw error
  }
  let tell: ChangeListener | null = null

  function refuse(error: unknown): never {
    if (!(error instanceof HistoryRefused)) throw error
    const { message, hint } = error
    throw openRefusal({ path, code: 'bundle_refused', message, hint })
  }

  return {
    get state() {
      return state
    },
    follow(listener) {
      tell = listener
    },
    setPolicy(policyId) {
      const before = state
      const facts = { ...before.facts, policyId: policyId ?? usualPolicyId() }
      const policySource = policyId === null ? 'version' : 'chosen'
      state = shareState(before, { ...before, facts, policySource, transitions: transitionsOf(facts, before.readAtMs) })
      const change = directoryChange(before, state)
      if (change !== null) tell?.(state, change)
      return Promise.resolve()
    },
    /** What was read when it was opened is all there is. */
    reread: () => Promise.resolve(),
    records: {
      history: bundle.history,
      orders: {
        // What was taken back elsewhere cannot be brought back here.
        history: ({ agentId, provider, limit }): OrderHistory => ({
          revisions: store.revisions.list({ agentId, provider, limit }),
          undoable: null,
          redoable: null,
        }),
      },
      locks: { history: (query: LedgerQuery) => store.ledger.list(query) },
    },
    async close() {
      store.close()
      await bundle.close()
    },
  }
}

/** The bundle as of when it was made: what has ended since had not ended there. */
function stateOf(path: string, { taken }: BundleHistory, policyId: PolicyId): DirectoryState {
  const { info, problems } = taken
  const facts = taken.facts ?? noFacts(policyId)
  return {
    path,
    kind: 'bundle',
    facts,
    policySource: 'version',
    problems,
    transitions: transitionsOf(facts, info.createdMs),
    readAtMs: info.createdMs,
    configRevision: null,
    gateway: { running: null, lastEdit: null },
    vault: null,
    bundle: info,
  }
}

function transitionsOf(facts: DirectoryFacts, nowMs: number): DirectoryState['transitions'] {
  const log = createTransitionLog()
  log.follow({ facts, nowMs, statuses: describeDirectory(facts, nowMs) })
  return log.transitions
}

/** Of a bundle that was made without a directory. */
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
