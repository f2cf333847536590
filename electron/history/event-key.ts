import { createHash, hash as hashOf } from 'node:crypto'
import type { LogEvent } from '../logs/events.ts'

const KEY_BYTES = 16
/** Stands in no id. */
const SEPARATOR = '\u001f'

/**
 * The identity of a record: 128 bits of the hash of what tells it from others, wherever it was found. So the same record in
 * a copy of a log, in a rotated file or in another order is known. A record without a time of its own is told by its line, one
 * with a coarse time by how many equal ones stand before it.
 */
export function eventKey(event: LogEvent): Buffer {
  const fields = [
    event.kind,
    event.atMs,
    event.isTimed ? event.console?.occurrence || '' : event.line,
    event.runId,
    event.runId === null ? event.sessionId : '',
    ...identityOf(event),
    ...(event.console === undefined ? [] : shownOf(event)),
  ]
  return hashOf('sha256', fields.join(SEPARATOR), 'buffer').subarray(0, KEY_BYTES)
}

/** What tells lines of a console apart that would be one record. */
function shownOf(event: LogEvent): readonly (string | number | boolean | null)[] {
  if (event.kind === 'decision') return [event.nextProvider, event.nextModel, event.suppressed]
  return event.kind === 'profile_state' ? [event.isReused] : []
}

function identityOf(event: LogEvent): readonly (string | number | boolean | null)[] {
  switch (event.kind) {
    case 'decision':
      return [
        event.decision,
        event.requestedProvider,
        event.requestedModel,
        event.candidateProvider,
        event.candidateModel,
        event.attempt,
        event.reason,
        event.status,
        event.errorHash ?? event.errorPreview,
      ]
    case 'failover':
      return [
        event.stage,
        event.decision,
        event.provider,
        event.model,
        event.profileId && profileHash(event.profileId),
        event.reason,
        event.retryCount,
        event.attemptCount,
        event.rawErrorHash ?? event.rawErrorPreview,
      ]
    case 'profile_state':
      return [
        profileHash(event.profileId),
        event.provider,
        event.reason,
        event.windowType,
        event.errorCount,
        event.cooldownUntilMs,
        event.disabledUntilMs,
      ]
    case 'chain_stopped':
      return [event.reason, event.candidateProvider, event.candidateModel, event.errorName]
    case 'agent_end':
      return [
        event.isError,
        event.isWrapper,
        event.lane,
        event.provider,
        event.model,
        event.reason,
        event.errorHash ?? event.errorPreview,
      ]
    case 'gap':
      return [event.why]
  }
}

const HASHED_ID = /^sha256:[0-9a-f]{12}$/
const MOST_KNOWN_HASHES = 10_000
const knownHashes = new Map<string, string>()

/** A profile as every log can name it; old ones have the id itself (RD-06). */
export function profileHash(profileId: string): string {
  if (HASHED_ID.test(profileId)) return profileId
  const known = knownHashes.get(profileId)
  if (known !== undefined) return known
  const hash = `sha256:${createHash('sha256').update(profileId).digest('hex').slice(0, 12)}`
  if (knownHashes.size >= MOST_KNOWN_HASHES) knownHashes.clear()
  knownHashes.set(profileId, hash)
  return hash
}
