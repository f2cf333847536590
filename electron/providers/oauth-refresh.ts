import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { findRetryHint } from '../../shared/engine/index.ts'
import { withFileLock, WriteFailure } from '../files/index.ts'
import { EditRefused, type JsonRecord } from '../openclaw/edit/types.ts'
import { sendRequest, type HttpSend } from './http-request.ts'
import { tokenEndpointOf } from './oauth-endpoints.ts'
import { refreshFailure, type RefreshOutcome } from './refresh-outcome.ts'
import { createSingleFlightMap } from './single-flight-map.ts'
import {
  heldUntil,
  isSamePerson,
  isSignInOf,
  standInOf,
  tokenText,
  withTokens,
  withTokensOf,
} from './stored-sign-in.ts'
import { requestTokens } from './token-request.ts'

export interface RefreshRequest {
  /** The state directory whose locks are taken; one of our own. */
  readonly root: string
  /** Which store of it holds the credential, such as `agent:main`. */
  readonly owner: string
  /** Provider id, normalised. */
  readonly provider: string
  readonly profileId: string
  /** An access token that the provider refused although it had not ended; absent: only an ended one is refreshed. */
  readonly rejectedAccess?: string | undefined
  /** The credential as it is stored now, with what lies in the vault; null: it is gone. */
  read(): Promise<JsonRecord | null>
  /** Stores the credential. It is called with the new tokens before anything else happens with them. */
  save(next: JsonRecord): Promise<void>
  /** What other stores of the directory hold under the same id; absent: no other holds a copy. */
  readCopies?(): Promise<readonly JsonRecord[]>
}

export interface OAuthRefresherPorts {
  now(): number
  /** How requests are sent; absent: over the network. */
  readonly send?: HttpSend | undefined
  /**
   * How long an answer is waited for; absent: 20 s. A server that swaps the tokens and whose answer is lost costs the
   * sign-in, but who waits longer than a lock lasts (30 s) may be overtaken.
   */
  readonly timeoutMs?: number | undefined
  /** Runs a task while the lock of a file is held; absent: by lock file, across processes. */
  withLock?<T>(file: string, task: () => Promise<T>): Promise<T>
}

export interface OAuthRefresher {
  /** Never rejects. */
  refresh(request: RefreshRequest): Promise<RefreshOutcome>
}

const TIMEOUT_MS = 20_000
const PRIVATE_MODE = 0o700

/** Tokens that were fetched and could not be stored. */
interface Unsaved {
  readonly spentRefresh: string
  readonly next: JsonRecord
  readonly expiresMs: number
}

/**
 * Refreshes sign-ins, each by one caller at a time: in this process by one shared attempt, across processes by a lock file
 * (OA-03). Who had to wait for the lock reads again and takes what the winner stored.
 */
export function createOAuthRefresher(ports: OAuthRefresherPorts): OAuthRefresher {
  const running = createSingleFlightMap<RefreshOutcome>()
  const unsaved = new Map<string, Unsaved>()
  const withLock = ports.withLock ?? withLockFile

  async function refresh(request: RefreshRequest): Promise<RefreshOutcome> {
    const before = await request.read()
    let hasLock = false
    try {
      return await withLock(refreshLockFile(request), async () => {
        hasLock = true
        return await refreshLocked(request, before && tokenText(before, 'access'))
      })
    } catch (error) {
      if (isBusy(error)) return refreshFailure('busy')
      return refreshFailure(hasLock ? 'try_again' : 'cannot_write')
    }
  }

  async function refreshLocked(request: RefreshRequest, accessBefore: string | null): Promise<RefreshOutcome> {
    const current = await request.read()
    if (current === null || !isSignInOf(current, request.provider)) return refreshFailure('gone')
    const access = tokenText(current, 'access')
    const refreshToken = tokenText(current, 'refresh')
    const kept = unsaved.get(keyOf(request))
    if (kept && kept.spentRefresh === refreshToken) return save(request, kept)
    unsaved.delete(keyOf(request))

    const standIn = standInOf(access) ?? standInOf(refreshToken)
    if (standIn !== null) return refreshFailure(STAND_INS[standIn])
    const expiresMs = heldUntil(current, request.rejectedAccess, ports.now())
    if (expiresMs !== null) return { kind: access === accessBefore ? 'still_valid' : 'adopted', expiresMs }
    const adopted = await adoptCopy(request, current)
    if (adopted) return adopted
    return refreshToken === null ? refreshFailure('needs_sign_in') : fetchTokens(request, current, refreshToken)
  }

  async function fetchTokens(request: RefreshRequest, current: JsonRecord, spent: string): Promise<RefreshOutcome> {
    const endpoint = tokenEndpointOf(current, request.provider)
    if (endpoint === null) return refreshFailure('not_supported')
    const answer = await requestTokens(endpoint, spent, {
      send: ports.send ?? sendRequest,
      timeoutMs: ports.timeoutMs ?? TIMEOUT_MS,
    })
    switch (answer.kind) {
      case 'tokens': {
        const next = withTokens(current, answer, ports.now())
        return save(request, { spentRefresh: spent, next, expiresMs: next.expires })
      }
      case 'unavailable':
        return refreshFailure('try_again', retryAt(answer.retryAfter, ports.now()))
      case 'misconfigured':
        return refreshFailure('not_supported')
      case 'rejected':
        return afterRejection(request, spent)
    }
  }

  /** The token may have been used up by somebody who does not know our lock; then theirs is stored by now. */
  async function afterRejection(request: RefreshRequest, spent: string): Promise<RefreshOutcome> {
    const current = await request.read()
    if (current === null || !isSignInOf(current, request.provider)) return refreshFailure('gone')
    const isNew = tokenText(current, 'refresh') !== spent
    const expiresMs = isNew ? heldUntil(current, request.rejectedAccess, ports.now()) : null
    if (expiresMs !== null) return { kind: 'adopted', expiresMs }
    return (await adoptCopy(request, current)) ?? refreshFailure('needs_sign_in')
  }

  /** Takes over a copy of the very same sign-in that another store refreshed: its tokens are the ones that count now. */
  async function adoptCopy(request: RefreshRequest, current: JsonRecord): Promise<RefreshOutcome | null> {
    const copies = (await request.readCopies?.()) ?? []
    const fresher = copies.flatMap((copy) => {
      const isOther = tokenText(copy, 'refresh') !== tokenText(current, 'refresh')
      const isSame = isSignInOf(copy, request.provider) && isSamePerson(copy, current)
      const expiresMs = isSame && isOther ? heldUntil(copy, request.rejectedAccess, ports.now()) : null
      return expiresMs === null ? [] : [{ copy, expiresMs }]
    })
    const [best] = fresher.sort((a, b) => b.expiresMs - a.expiresMs)
    if (!best) return null
    try {
      await request.save(withTokensOf(current, best.copy))
      return { kind: 'adopted', expiresMs: best.expiresMs }
    } catch {
      return refreshFailure('cannot_write')
    }
  }

  /** Nothing is done with new tokens before they are stored: the old ones are used up. */
  async function save(request: RefreshRequest, tokens: Unsaved): Promise<RefreshOutcome> {
    unsaved.set(keyOf(request), tokens)
    try {
      await request.save(tokens.next)
    } catch {
      return refreshFailure('not_saved')
    }
    unsaved.delete(keyOf(request))
    return { kind: 'refreshed', expiresMs: tokens.expiresMs }
  }

  return {
    refresh(request) {
      return running.run([keyOf(request), request.rejectedAccess ?? ''], () =>
        refresh(request).catch(() => refreshFailure('try_again')),
      )
    },
  }
}

const STAND_INS = { refresh_pending: 'busy', refresh_failed: 'needs_sign_in', in_vault: 'try_again' } as const

/** The file whose lock all who refresh a sign-in take. The separator cannot occur in an id, so no two share one. */
export function refreshLockFile({
  root,
  provider,
  profileId,
}: Pick<RefreshRequest, 'root' | 'provider' | 'profileId'>): string {
  const name = createHash('sha256').update(`${provider}\0${profileId}`).digest('hex')
  return path.join(root, 'locks', 'oauth-refresh', `sha256-${name}`)
}

/** Takes the lock that others beside this program take too. */
async function withLockFile<T>(file: string, task: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_MODE })
  return withFileLock(file, () => task())
}

function isBusy(error: unknown): boolean {
  if (error instanceof EditRefused) return error.code === 'busy'
  return error instanceof WriteFailure && error.kind === 'busy'
}

function keyOf({ root, owner, provider, profileId }: RefreshRequest): string {
  return JSON.stringify([root, owner, provider, profileId])
}

function retryAt(retryAfter: string | null, nowMs: number): number | null {
  if (retryAfter === null) return null
  const places = { headers: { 'retry-after': retryAfter }, bodies: [], texts: [], isRateLimit: true }
  return findRetryHint(places, { nowMs })?.atMs ?? null
}
