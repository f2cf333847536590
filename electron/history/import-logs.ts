import type { ImportProgress } from '../../shared/contract/history/index.ts'
import { NO_COUNTS, type LogInput } from '../logs/index.ts'
import { openSwitchyardStore } from '../store/index.ts'
import { openHistoryEngine } from './history-engine.ts'
import { createImporter } from './importer.ts'

/**
 * Takes logs into a history without a console, in this thread.
 *
 * @param file Switchyard's database of the directory; it is made where there is none
 * @throws {StoreRefused} it cannot be used
 */
export async function importLogs(
  file: string,
  inputs: readonly LogInput[],
): Promise<Pick<ImportProgress, 'counts' | 'problems'>> {
  // Brings the database to this version.
  openSwitchyardStore(file, { clock: { now: () => Date.now() } }).close()
  const engine = openHistoryEngine(file)
  try {
    const importer = createImporter(engine, () => undefined)
    importer.start(inputs)
    await importer.finished()
    return importer.progress ?? { counts: NO_COUNTS, problems: [] }
  } finally {
    engine.close()
  }
}
