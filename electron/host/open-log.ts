import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { openHistory } from '../history/index.ts'
import { filesOf, isLogName, UnreadableSource } from '../logs/index.ts'
import type { Clock } from './clock.ts'
import { OWN_POLICY } from './open-directory.ts'
import { openRefusal } from './refusal.ts'
import { openTemporaryMemory } from './temporary-memory.ts'
import { inPlaceOfDirectory, recordsOf, type OpenRecords } from './without-directory.ts'

export interface LogPorts {
  readonly clock: Clock
  /** That of the console. */
  readonly version: string
  /** For defects only. */
  log(message: string, error: unknown): void
}

/**
 * Opens a log by itself in the place of a directory: a file, an archive or a folder. It is read in the background. What it
 * tells is kept until it is closed, and it can be followed as the log of a directory can.
 *
 * @throws {Refusal} `OPEN_FAILED`: there is nothing to read
 */
export async function openLog(path: string, { clock, version, log }: LogPorts): Promise<OpenRecords> {
  await filesOf(path).catch((error: unknown) => {
    if (!(error instanceof UnreadableSource)) throw error
    const hint = 'Choose a log, an archive of logs, or the folder that they lie in.'
    throw openRefusal({ path, code: 'log_refused', message: error.message, hint })
  })
  const memory = await openTemporaryMemory(clock)
  const history = openHistory({
    file: memory.store.file,
    clockShiftMs: clock.now() - Date.now(),
    usualLog: () => path,
    policyId: () => opened.state.facts.policyId,
    // What a log says of accounts is no state of a directory.
    facts: () => null,
    consoleVersion: version,
    // However old it is, it is what somebody wants to see.
    retention: null,
    log,
  })
  const opened: OpenRecords = inPlaceOfDirectory(
    { path, kind: 'log', facts: null, policyId: OWN_POLICY, problems: [], readAtMs: clock.now(), bundle: null },
    {
      records: { history, ...recordsOf(memory.store) },
      history,
      async close() {
        await history.close()
        await memory.close()
      },
    },
  )
  await history.import([path]).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  return opened
}

/** Whether a path leads to a file that somebody means as a log, by its name. Never throws. */
export async function isLogFile(path: string): Promise<boolean> {
  if (!isLogName(basename(path))) return false
  return await stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )
}
