import { isRecord } from '../raw-values.ts'
import { sectionOf } from './documents/sections.ts'
import { EditRefused, type JsonRecord } from './types.ts'

/**
 * Looks at new credentials before they replace the old ones: a change may add, replace and remove what it says, and
 * nothing else may get lost on the way (ST-04).
 *
 * @param removes ids of profiles that are meant to be gone
 * @throws {EditRefused} `shrinks`, or `invalid` where the result is no credential document
 */
export function guardCredentials(
  before: JsonRecord | null,
  after: JsonRecord | null,
  removes: readonly string[] = [],
): void {
  if (before === after) return
  if (after !== null && !isRecord(Object.hasOwn(after, 'profiles') ? after['profiles'] : undefined)) {
    throw new EditRefused('invalid', 'The change would leave no list of credentials.', 'This is a fault of Switchyard.')
  }
  if (before === null) return
  if (after === null) throw refuseShrinking()
  const profiles = sectionOf(before, 'profiles')
  const next = sectionOf(after, 'profiles')
  const meant = new Set(removes)
  const losesProfile = Object.keys(profiles).some((id) => !Object.hasOwn(next, id) && !meant.has(id))
  const losesField = Object.keys(before).some((key) => !Object.hasOwn(after, key))
  if (losesProfile || losesField || isHollowed(profiles, next)) throw refuseShrinking()
}

/** Several credentials changed at once, and less than half of their fields are left. A secret that becomes a reference counts. */
function isHollowed(before: JsonRecord, after: JsonRecord): boolean {
  let changedCount = 0
  let fieldsBefore = 0
  let fieldsAfter = 0
  for (const [id, entry] of Object.entries(before)) {
    if (!Object.hasOwn(after, id) || JSON.stringify(entry) === JSON.stringify(after[id])) continue
    changedCount += 1
    fieldsBefore += fieldCount(entry)
    fieldsAfter += fieldCount(after[id])
  }
  return changedCount > 1 && fieldsAfter * 2 < fieldsBefore
}

function fieldCount(entry: unknown): number {
  return isRecord(entry) ? Object.keys(entry).length : 0
}

function refuseShrinking(): EditRefused {
  return new EditRefused(
    'shrinks',
    'The change would remove more credentials than it says; nothing was written.',
    'Look at the list again: another program may have changed it.',
  )
}
