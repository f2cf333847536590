import type { SessionFacts } from '../../../shared/engine/index.ts'
import type { ReadContext } from '../context.ts'
import { readDocument } from '../files/read-document.ts'
import { isRecord, valueAt } from '../raw-values.ts'
import { MAX_SESSIONS, sessionFacts } from './session-facts.ts'

/** Reads `sessions.json`, where releases before 2026.8 keep what they know of each session. */
export async function readSessionFile(
  context: ReadContext,
  filePath: string,
  agentId: string,
): Promise<readonly SessionFacts[]> {
  const document = await readDocument(context, {
    path: filePath,
    dialect: 'json',
    subject: 'The list of sessions',
    agentId,
  })
  return document.kind === 'value' ? newestSessions(document.value, agentId) : []
}

/** A file may serve several agents: a key that names another agent is not this one's. */
export function newestSessions(document: unknown, agentId: string): readonly SessionFacts[] {
  if (!isRecord(document)) return []
  return Object.keys(document)
    .filter((key) => !key.startsWith('agent:') || key.startsWith(`agent:${agentId}:`))
    .map((key) => ({ key, updatedAtMs: timeOf(valueAt(document, key, 'updatedAt')) }))
    .sort((a, b) => b.updatedAtMs - a.updatedAtMs || (a.key < b.key ? -1 : 1))
    .slice(0, MAX_SESSIONS)
    .filter(({ key }) => isRecord(valueAt(document, key)))
    .map(({ key, updatedAtMs }) => sessionFacts(key, updatedAtMs, (field) => valueAt(document, key, field)))
}

function timeOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
