import type {
  ImportOptions,
  ImportPlan,
  ImportSource,
  PlanEntry,
  ImportSourceKind,
} from '../../electron/import/index.ts'
import { prepareImport, withImport } from '../../electron/import/plan.ts'
import type { StoreDocuments } from '../../electron/openclaw/edit/types.ts'
import { ORDER_RULES_BY_RELEASE } from '../../shared/engine/index.ts'

export const NO_STORE: StoreDocuments = { credentials: null, state: null }
export const CURRENT: ImportOptions = { rules: ORDER_RULES_BY_RELEASE['2026.9.6'], unifyOpenAi: false }

/** A source as if it had been read from a file. */
export function source(kind: ImportSourceKind, credentials: unknown, state?: unknown): ImportSource {
  const file = `${kind}.json`
  const isState = kind === 'auth_state'
  return {
    id: `${kind}:${file}`,
    kind,
    file,
    agentId: 'main',
    sizeBytes: 1,
    revision: '0'.repeat(16),
    problem: null,
    isLeftover: false,
    duplicateKey: null,
    credentials: isState ? undefined : credentials,
    state: isState ? credentials : state,
  }
}

/** What a store holds after an import. */
export function imported(
  sources: readonly ImportSource[],
  target: StoreDocuments = NO_STORE,
  options: ImportOptions = CURRENT,
): StoreDocuments & { readonly plan: ImportPlan } {
  const { plan, credentials, routing } = prepareImport(sources, target, options)
  return { plan, ...withImport(target, credentials, routing) }
}

export function profilesOf({ credentials }: StoreDocuments): Readonly<Record<string, Record<string, unknown>>> {
  return (credentials?.['profiles'] ?? {}) as Record<string, Record<string, unknown>>
}

export function lineOf(plan: ImportPlan, originalId: string, kind?: ImportSourceKind): PlanEntry {
  const found = plan.entries.find(
    (entry) => entry.originalId === originalId && (kind === undefined || entry.sourceId.startsWith(`${kind}:`)),
  )
  if (!found) throw new Error(`No line for ${originalId}`)
  return found
}

/** Action and reason of every line, in order. */
export function outcomes(plan: ImportPlan): readonly string[] {
  return plan.entries.map(({ originalId, action, why }) => `${originalId} ${action} ${why}`)
}
