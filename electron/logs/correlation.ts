import { shortHash } from '../../shared/engine/index.ts'

/** How records of one thing find each other although they name it differently. */

const SESSION_PREFIX = 'session:'
/** `agent:<agent>:explicit:<session id>` */
const EXPLICIT_KEY = /^agent:([^:]+):explicit:(.+)$/
const AGENT_KEY = /^agent:([^:]+):/
/** The part of a key that names the job, whatever follows: `cron:<job>:run:<run>`. */
const CRON_KEY = /(?:^|:)cron:([^:]+)/
const CRON_LANE = /^cron\b/
const SUBAGENT = /(?:^|:)(?:sub-?agent|nested)(?::|\b)/

/** A session's id as all records can be joined by: without `session:`, and the id itself out of an explicit key (LG-10). */
export function sessionIdOf(text: string): string {
  let id = text
  while (id.startsWith(SESSION_PREFIX)) id = id.slice(SESSION_PREFIX.length)
  return EXPLICIT_KEY.exec(id)?.[2] ?? id
}

/** The agent that a session key or lane names; null: it names none. */
export function agentOfSession(text: string): string | null {
  const key = text.startsWith(SESSION_PREFIX) ? text.slice(SESSION_PREFIX.length) : text
  return AGENT_KEY.exec(key)?.[1] ?? null
}

/** The session that a lane is of: `session:browser-1`; null: a lane that sessions share, as `main`. */
export function sessionOfLane(lane: string): string | null {
  return lane.startsWith(SESSION_PREFIX) ? sessionIdOf(lane) : null
}

export interface ParentHints {
  /** What the record itself names: a job, a parent's session key, a parent's run. */
  readonly named: string | null
  readonly sessionKey: string | null
  readonly lane: string | null
}

/**
 * What started a run (LG-20): the job or session that the record names, or that its session key is built from; a bare
 * `cron` or `subagent` where only the lane tells. null: a run of its own.
 */
export function parentOf({ named, sessionKey, lane }: ParentHints): string | null {
  if (named !== null) return sessionIdOf(named)
  for (const text of [sessionKey, lane]) {
    const job = text === null ? undefined : CRON_KEY.exec(text)?.[1]
    if (job !== undefined) return `cron:${job}`
  }
  if (lane !== null && CRON_LANE.test(lane)) return 'cron'
  return [sessionKey, lane].some((text) => text !== null && SUBAGENT.test(text)) ? 'subagent' : null
}

/** Ids of profiles for the hashes that logs carry instead (RD-06). */
export interface ProfileNames {
  /** The id where it is known, else the text as it is. */
  idOf(profile: string): string
}

export function createProfileNames(ids: Iterable<string>): ProfileNames {
  const byHash = new Map<string, string>()
  for (const id of ids) byHash.set(shortHash(id), id)
  return { idOf: (profile) => byHash.get(profile) ?? profile }
}

/** What a run key is worked out from. */
export interface RunMember {
  readonly atMs: number
  readonly runId: string | null
  readonly sessionId: string | null
  readonly lane: string | null
  /** 1-based place in the chain; null: not of a candidate. */
  readonly attempt: number | null
  /** The record ends its run: an answer, the end of the chain, a stop. */
  readonly isLast: boolean
}

export interface RunKeys {
  /** Names the run that a record belongs to. Records have to come in the order of their times. */
  keyOf(member: RunMember): string
}

/** A pause after which a session's next record starts another run. */
const RUN_PAUSE_MS = 10 * 60_000
const MOST_OPEN_RUNS = 4096

interface OpenRun {
  readonly key: string
  lastMs: number
  lastAttempt: number
  isEnded: boolean
}

/**
 * Names runs. A run id names its run alone as long as it lives: some callers give every run of a session the same id, so
 * one that starts over at its first candidate, or after a pause, is another run. Where there is no run id, the session (or
 * the lane) and the time tell. A stop names no run and belongs to the one that is going on in its session.
 */
export function createRunKeys(): RunKeys {
  const open = new Map<string, OpenRun>()
  const runOfSession = new Map<string, string>()

  function nameOf({ runId, sessionId, lane }: RunMember): string {
    if (runId !== null) return `run:${runId}`
    const place = sessionId === null ? `lane:${lane ?? ''}` : `session:${sessionId}`
    return runOfSession.get(place) ?? place
  }

  return {
    keyOf(member) {
      const { atMs, runId, sessionId, attempt, isLast } = member
      const name = nameOf(member)
      let run = open.get(name)
      if (run === undefined || isAnother(run, member)) {
        run = { key: keyFor(name, atMs), lastMs: atMs, lastAttempt: 0, isEnded: false }
        if (open.size >= MOST_OPEN_RUNS) dropOldest(open)
        open.set(name, run)
      }
      run.lastMs = Math.max(run.lastMs, atMs)
      if (attempt !== null) run.lastAttempt = Math.max(run.lastAttempt, attempt)
      if (isLast) run.isEnded = true
      if (runId !== null && sessionId !== null) {
        if (runOfSession.size >= MOST_OPEN_RUNS) dropOldest(runOfSession)
        runOfSession.set(`session:${sessionId}`, name)
      }
      return run.key
    },
  }
}

function isAnother(run: OpenRun, { atMs, attempt }: RunMember): boolean {
  if (atMs - run.lastMs > RUN_PAUSE_MS) return true
  // A candidate that was probed and then failed has the same place twice; a smaller place starts the chain over.
  return attempt !== null && (attempt < run.lastAttempt || (run.isEnded && attempt <= run.lastAttempt))
}

function keyFor(name: string, startMs: number): string {
  return `${name}@${startMs}`
}

function dropOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
