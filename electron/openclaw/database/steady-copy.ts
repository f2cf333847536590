import { closeSync, constants, copyFileSync, openSync, readSync, rmSync, statSync, type BigIntStats } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode, isSameState } from '../files/read-file.ts'

const RETRY_DELAYS_MS = [4, 8, 16]
/**
 * File systems stamp changes with the time of the last timer tick, so that two changes within one tick look like one. A
 * file is only taken for unchanged when its last change lies further back than that.
 */
const TICK_NS = 12_000_000n
const WAL_HEADER_BYTES = 32
/** Copying this much takes less time than handing the work to another thread. */
const SMALL_BYTES = 1024n * 1024n

/** The files of one database at one instant. */
interface Look {
  readonly main: BigIntStats
  readonly wal: BigIntStats | null
  /** The log's own header, which changes when the log is started anew. */
  readonly walHeader: string
  readonly journal: BigIntStats | null
  readonly atNs: bigint
}

/**
 * Copies a database with its log and its rollback journal as they are at one instant, while others may be writing.
 *
 * The main file comes first. As long as it does not change meanwhile, whatever the log has gained by the time it is copied
 * belongs to the main file that was copied; a half-written end of the log is recognised by its checksums. A checkpoint
 * changes the main file, and a rollback journal is only good for the main file of the same instant: then it is done again.
 *
 * @returns false: it changed each time, and the copy may be mixed of several states
 */
export async function copySteadily(source: string, target: string): Promise<boolean> {
  for (let attempt = 0; ; attempt += 1) {
    const before = look(source)
    await copy(source, target, before.main)
    await copyCompanion(`${source}-wal`, `${target}-wal`, before.wal)
    await copyCompanion(`${source}-journal`, `${target}-journal`, before.journal)
    if (isSteady(before, look(source))) return true
    const delayMs = RETRY_DELAYS_MS[attempt]
    if (delayMs === undefined) return false
    await delay(delayMs)
  }
}

async function copy(source: string, target: string, { size }: BigIntStats): Promise<void> {
  if (size > SMALL_BYTES) await copyFile(source, target, constants.COPYFILE_FICLONE)
  else copyFileSync(source, target, constants.COPYFILE_FICLONE)
}

async function copyCompanion(source: string, target: string, stats: BigIntStats | null): Promise<void> {
  rmSync(target, { force: true })
  if (stats === null || stats.size === 0n) return
  try {
    await copy(source, target, stats)
  } catch (error) {
    // Gone since: the second look tells.
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

function look(source: string): Look {
  return {
    main: statSync(source, { bigint: true }),
    wal: statOrNull(`${source}-wal`),
    walHeader: readWalHeader(`${source}-wal`),
    journal: statOrNull(`${source}-journal`),
    atNs: BigInt(Date.now()) * 1_000_000n,
  }
}

function isSteady(before: Look, after: Look): boolean {
  return (
    isUnchanged(before.main, after.main, before.atNs) &&
    isOnlyLonger(before, after) &&
    (before.journal === null || after.journal === null
      ? before.journal === after.journal
      : isUnchanged(before.journal, after.journal, before.atNs))
  )
}

function isUnchanged(before: BigIntStats, after: BigIntStats, lookedAtNs: bigint): boolean {
  const ageNs = lookedAtNs - before.mtimeNs
  // A time in the future says nothing about ticks.
  return isSameState(before, after) && (ageNs > TICK_NS || ageNs < 0n)
}

function isOnlyLonger(before: Look, after: Look): boolean {
  if (before.wal === null || after.wal === null) return (before.wal?.size ?? 0n) === (after.wal?.size ?? 0n)
  return before.wal.ino === after.wal.ino && before.wal.size <= after.wal.size && before.walHeader === after.walHeader
}

function statOrNull(filePath: string): BigIntStats | null {
  return statSync(filePath, { bigint: true, throwIfNoEntry: false }) ?? null
}

function readWalHeader(filePath: string): string {
  let descriptor: number
  try {
    descriptor = openSync(filePath, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
  try {
    const bytes = Buffer.alloc(WAL_HEADER_BYTES)
    return bytes.toString('hex', 0, readSync(descriptor, bytes, 0, WAL_HEADER_BYTES, 0))
  } finally {
    closeSync(descriptor)
  }
}
