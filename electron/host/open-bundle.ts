import { HistoryRefused, openBundleHistory, type BundleHistory } from '../history/index.ts'
import { openSwitchyardStore } from '../store/index.ts'
import { OWN_POLICY } from './open-directory.ts'
import { openRefusal } from './refusal.ts'
import { inPlaceOfDirectory, recordsOf, type OpenRecords } from './without-directory.ts'

type Log = (message: string, error: unknown) => void

/**
 * Opens a support bundle in the place of a directory, as of when it was made: what has ended since had not ended there.
 *
 * @throws {Refusal} `OPEN_FAILED`, with the reason in the words of the bundle's reader
 */
export async function openBundle(path: string, log: Log): Promise<OpenRecords> {
  const bundle: BundleHistory = await openBundleHistory(path, {
    policyId: () => opened.state.facts.policyId,
    log,
  }).catch((error: unknown) => {
    if (!(error instanceof HistoryRefused)) throw error
    const { message, hint } = error
    throw openRefusal({ path, code: 'bundle_refused', message, hint })
  })
  const opened: OpenRecords = await show(path, bundle).catch(async (error: unknown) => {
    await bundle.close()
    throw error
  })
  return opened
}

async function show(path: string, { taken, file, history, close }: BundleHistory): Promise<OpenRecords> {
  const { facts, info, problems } = taken
  const store = openSwitchyardStore(file, { clock: { now: () => info.createdMs } })
  return inPlaceOfDirectory(
    {
      path,
      kind: 'bundle',
      facts,
      policyId: facts?.policyId ?? taken.policyId ?? OWN_POLICY,
      problems,
      readAtMs: info.createdMs,
      bundle: info,
    },
    {
      records: { history, ...recordsOf(store) },
      history: null,
      async close() {
        store.close()
        await close()
      },
    },
  )
}
