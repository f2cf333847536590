import { constants, type BigIntStats } from 'node:fs'
import { copyFile, open, rm, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode, isSameState } from '../files/read-file.ts'

const RETRY_DELAYS_MS = [4, 8, 16, 24, 32]
/**
 * File systems stamp changes with the time of the last timer tick, so that two changes within one tick look like one. A
 * file is only taken for unchanged when its last change lies further back than that.
 */
const TICK_NS = 12_000_000n
const WAL_HEADER_BYTES = 32

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
 * @returns false: it changed each time; the copy may be mixed of several states
 */
export async function copySteadily(source: string, target: string): Promise<boolean> {
  for (let attempt = 0; ; attempt += 1) {
    const before = await look(source)
    await copyFile(source, target, constants.COPYFILE_FICLONE)
    await copyCompanion(`${source}-wal`, `${target}-wal`, before.wal)
    await copyCompanion(`${source}-journal`, `${target}-journal`, before.journal)
    if (isSteady(before, await look(source))) return true
    const delayMs = RETRY_DELAYS_MS[attempt]
    if (delayMs === undefined) return false
    await delay(delayMs)
  }
}

async function copyCompanion(source: string, target: string, stats: BigIntStats | null): Promise<void> {
  await rm(target, { force: true })
  if (stats === null || stats.size === 0n) return
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE)
  } catch (error) {
    // Gone since: the second look tells.
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

async function look(source: string): Promise<Look> {
  const [main, wal, journal, walHeader] = await Promise.all([
    stat(source, { bigint: true }),
    statOrNull(`${source}-wal`),
    statOrNull(`${source}-journal`),
    readWalHeader(`${source}-wal`),
  ])
  return { main, wal, journal, walHeader, atNs: BigInt(Date.now()) * 1_000_000n }
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
  return (
    before.wal.ino === after.wal.ino && before.wal.size <= after.wal.size && before.walHeader === after.walHeader
  )
}

async function statOrNull(filePath: string): Promise<BigIntStats | null> {
  try {
    return await stat(filePath, { bigint: true })
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

async function readWalHeader(filePath: string): Promise<string> {
  try {
    const handle = await open(filePath)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(WAL_HEADER_BYTES), 0, WAL_HEADER_BYTES, 0)
      return buffer.toString('hex', 0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
}
