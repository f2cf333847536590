import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isRecord } from '../raw-values.ts'

/** Where a gateway listens unless it is told otherwise. */
export const DEFAULT_GATEWAY_PORT = 18_789
/** On this machine an answer takes well under a millisecond; a busy one gets some more. */
const ANSWER_TIMEOUT_MS = 400
const LOCK_NAME = /^gateway\.[0-9a-f]{8}\.lock$/

export interface GatewayQuestion {
  /** Absolute path of the configuration the gateway would run on. */
  readonly configPath: string
  /** `gateway.port`; null: not set. */
  readonly port: number | null
}

/** A gateway that runs on a directory, and how that is known. */
export interface GatewaySighting {
  readonly port: number
  readonly evidence: 'port' | 'lock'
}

export interface PresenceOptions {
  /** The folder with the locks of this user's gateways. */
  readonly lockFolder?: string
}

/**
 * Whether an OpenClaw gateway runs on a directory: its lock names a living process, or its port answers on this machine. A
 * port alone may belong to the gateway of another directory; it does not count where such a one is known to run.
 */
export async function findGateway(
  { configPath, port }: GatewayQuestion,
  { lockFolder = defaultLockFolder() }: PresenceOptions = {},
): Promise<GatewaySighting | null> {
  const askedPort = port ?? DEFAULT_GATEWAY_PORT
  const locks = await livingLocks(lockFolder)
  const own = locks.find((lock) => path.resolve(lock.configPath) === path.resolve(configPath))
  if (own !== undefined) return { port: own.port ?? askedPort, evidence: 'lock' }
  const isTaken = locks.some((lock) => lock.port === null || lock.port === askedPort)
  if (isTaken || !(await answers(askedPort))) return null
  return { port: askedPort, evidence: 'port' }
}

interface GatewayLock {
  readonly configPath: string
  readonly port: number | null
}

function defaultLockFolder(): string {
  const uid = process.getuid?.()
  return path.join(tmpdir(), uid === undefined ? 'openclaw' : `openclaw-${uid}`)
}

async function livingLocks(folder: string): Promise<readonly GatewayLock[]> {
  const names = await readdir(folder).catch(() => [])
  const locks = await Promise.all(
    names.filter((name) => LOCK_NAME.test(name)).map((name) => readLock(path.join(folder, name))),
  )
  return locks.filter((lock) => lock !== null)
}

async function readLock(file: string): Promise<GatewayLock | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (!isRecord(value) || typeof value['configPath'] !== 'string' || typeof value['pid'] !== 'number') return null
    if (!isAlive(value['pid'])) return null
    return { configPath: value['configPath'], port: typeof value['port'] === 'number' ? value['port'] : null }
  } catch {
    // Half-written or gone: no evidence.
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It is there, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (isThere: boolean): void => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
