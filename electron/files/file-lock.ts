import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { systemCalls, type FileCalls } from './file-calls.ts'
import { inTurn } from './in-turn.ts'
import { giveTo, ownerInFolder } from './owner.ts'
import { systemProcesses, type Processes } from './processes.ts'
import { realWaiting, type Waiting } from './waiting.ts'
import { systemCode, writeFailureOf, WriteFailure } from './write-failure.ts'

/**
 * The lock that OpenClaw puts beside a file while it changes it: `<file>.lock`, created exclusively, with the process that
 * holds it. Whoever writes such a file has to hold it too, or one of the two loses what it wrote.
 */
export interface HeldLock {
  /** @throws {WriteFailure} `busy`: somebody took the lock for abandoned, as after a long sleep of the machine */
  assertHeld(): Promise<void>
}

export interface LockOptions {
  readonly calls?: FileCalls
  readonly waiting?: Waiting
  readonly processes?: Processes
  /** Real time, epoch ms: the age of a lock is judged by it. */
  readonly nowMs?: () => number
}

const RETRIES = 10
const MIN_DELAY_MS = 100
const MAX_DELAY_MS = 10_000
const FACTOR = 2
/** A lock this old is abandoned, whoever holds it: in containers the number of a dead process may be another's (ST-10). */
const STALE_MS = 30_000
const PRIVATE_MODE = 0o600

/**
 * Runs a task while holding the lock of a file; its folder has to exist. Callers of this process take turns.
 *
 * @throws {WriteFailure} `busy`: others held the lock all the time (ST-09); otherwise: the lock cannot be created
 */
export async function withFileLock<T>(
  filePath: string,
  task: (lock: HeldLock) => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const lockPath = `${path.resolve(filePath)}.lock`
  return await inTurn(`lock ${lockPath}`, async () => {
    const sidecar = createSidecar(lockPath, options)
    await sidecar.acquire()
    try {
      return await task(sidecar)
    } finally {
      await sidecar.release()
    }
  })
}

/** A lock file as it was seen. */
interface Sighting {
  readonly inode: bigint
  readonly device: bigint
  readonly modifiedMs: number
  /** null: it cannot be read. */
  readonly text: string | null
}

interface Sidecar extends HeldLock {
  acquire(): Promise<void>
  release(): Promise<void>
}

function createSidecar(
  lockPath: string,
  { calls = systemCalls, waiting = realWaiting, processes = systemProcesses, nowMs = Date.now }: LockOptions,
): Sidecar {
  let written: string | null = null

  async function acquire(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      if (await create()) return
      const seen = await look(lockPath, calls)
      const isFree = seen === null || (isStale(seen, processes, nowMs()) && (await removeStale(lockPath, seen, calls)))
      if (attempt === RETRIES) throw new WriteFailure('busy')
      if (!isFree) await waiting.pause(delayBefore(attempt, waiting.random()))
    }
  }

  async function create(): Promise<boolean> {
    const text = payload(processes, nowMs())
    try {
      const handle = await calls.open(lockPath, 'wx', PRIVATE_MODE)
      try {
        await handle.writeFile(text)
        await giveTo(handle, await ownerInFolder(path.dirname(lockPath), calls)).catch(() => undefined)
      } catch (error) {
        await calls.rm(lockPath, { force: true })
        throw error
      } finally {
        await handle.close()
      }
      written = text
      return true
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false
      throw writeFailureOf(error)
    }
  }

  async function isHeld(): Promise<boolean> {
    return written !== null && (await look(lockPath, calls))?.text === written
  }

  return {
    acquire,
    async assertHeld() {
      if (!(await isHeld())) throw new WriteFailure('busy')
    },
    async release() {
      // What the task did is done; a lock that cannot be removed is found to be abandoned later.
      if (await isHeld().catch(() => false)) await calls.rm(lockPath, { force: true }).catch(() => undefined)
      written = null
    },
  }
}

function delayBefore(attempt: number, random: number): number {
  return Math.min(MAX_DELAY_MS, Math.round(MIN_DELAY_MS * FACTOR ** attempt * (1 + random)))
}

function payload(processes: Processes, nowMs: number): string {
  const startTime = processes.startTimeOf(processes.ownPid)
  return JSON.stringify({
    pid: processes.ownPid,
    createdAt: new Date(nowMs).toISOString(),
    ...(startTime === null ? {} : { starttime: startTime }),
  })
}

async function look(lockPath: string, calls: FileCalls): Promise<Sighting | null> {
  try {
    const { ino, dev, mtimeMs } = await calls.stat(lockPath, { bigint: true })
    const text = await calls.readFile(lockPath, 'utf8').catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') throw error
      return null
    })
    return { inode: ino, device: dev, modifiedMs: Number(mtimeMs), text }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw writeFailureOf(error)
  }
}

/** Its owner is certainly gone, or it is too old. Of a lock that does not say so, the file's own age counts. */
function isStale(seen: Sighting, processes: Processes, nowMs: number): boolean {
  const { pid, createdMs, startTime } = readPayload(seen.text)
  if (pid !== null) {
    if (!processes.isRunning(pid)) return true
    const runningSince = processes.startTimeOf(pid)
    if (startTime !== null && runningSince !== null && startTime !== runningSince) return true
  }
  const isPlausible = createdMs !== null && createdMs - nowMs < STALE_MS
  return nowMs - (isPlausible ? createdMs : seen.modifiedMs) > STALE_MS
}

interface Payload {
  readonly pid: number | null
  readonly createdMs: number | null
  readonly startTime: number | null
}

function readPayload(text: string | null): Payload {
  let value: unknown = null
  try {
    value = JSON.parse(text ?? 'null')
  } catch {
    // Being written at this moment, or left half-written.
  }
  const { pid, createdAt, starttime } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >
  const createdMs =
    typeof createdAt === 'number' ? createdAt : Date.parse(typeof createdAt === 'string' ? createdAt : '')
  return {
    pid: typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 ? pid : null,
    createdMs: Number.isFinite(createdMs) ? createdMs : null,
    startTime: typeof starttime === 'number' ? starttime : null,
  }
}

/**
 * Removes an abandoned lock, and only that one: between the look and the removal somebody else may have done the same and
 * hold a new one. So it is moved aside first, and a lock that is not the one that was judged is put back.
 *
 * @returns whether it is worth trying again at once
 */
async function removeStale(lockPath: string, judged: Sighting, calls: FileCalls): Promise<boolean> {
  const now = await look(lockPath, calls)
  if (now === null) return true
  if (!isSame(now, judged)) return false
  const aside = `${lockPath}.${randomUUID()}.tmp`
  try {
    await calls.rename(lockPath, aside)
    const moved = await look(aside, calls)
    const isRight = moved !== null && isSame(moved, judged)
    if (!isRight) await calls.link(aside, lockPath)
    await calls.rm(aside, { force: true })
    return isRight
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return true
    await calls.rm(aside, { force: true }).catch(() => undefined)
    if (systemCode(error) === 'EEXIST') return false
    throw writeFailureOf(error)
  }
}

/** The number of a removed file is given to the next one, so the content has to be the same as well. */
function isSame(a: Sighting, b: Sighting): boolean {
  return a.inode === b.inode && a.device === b.device && a.text === b.text && a.modifiedMs === b.modifiedMs
}
