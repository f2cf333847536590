import type Database from 'better-sqlite3'
import type { BundleInfo, Finding } from '../../shared/contract/history/index.ts'
import type { Problem } from '../../shared/contract/problems.ts'
import type { DirectoryFacts, PolicyId } from '../../shared/engine/index.ts'
import { readBundle, type BundledOrder, type BundledWindow } from '../bundle/index.ts'
import type { LogEvent } from '../logs/index.ts'

/** What a bundle tells besides its records, which are stored by then. */
export interface TakenBundle {
  readonly info: BundleInfo
  readonly facts: DirectoryFacts | null
  readonly findings: readonly Finding[]
  readonly problems: readonly Problem[]
  readonly policyId: PolicyId | null
}

export interface BundleTaker {
  /** Stores records as those of the bundle. */
  take(name: string, events: readonly LogEvent[]): void
  readonly database: Database.Database
}

/**
 * Stores what is in a bundle in an empty history.
 *
 * @throws {BundleRefused} what was stored until then is no whole bundle
 */
export async function takeBundle(path: string, { take, database }: BundleTaker): Promise<TakenBundle> {
  const bundle = await readBundle(path)
  try {
    const { info, facts, findings, problems, manifest } = bundle
    for await (const events of bundle.events()) take(info.name, events)
    const storeWindows = windowStore(database)
    for await (const windows of bundle.windows()) storeWindows(windows)
    const storeOrders = orderStore(database)
    for await (const orders of bundle.orders()) storeOrders(orders)
    return { info, facts, findings, problems, policyId: manifest.policyId }
  } finally {
    await bundle.close()
  }
}

function windowStore(database: Database.Database): (windows: readonly BundledWindow[]) => void {
  const insert = database.prepare(
    `INSERT INTO window_changes (at_ms, agent_id, owner, provider, profile_id, window_kind, action, cause, rule, reason, rung,
      failures, until_before_ms, until_after_ms, model, basis)
    VALUES (@atMs, @agentId, @owner, @provider, @profileId, @windowKind, @action, @cause, @rule, @reason, @rung,
      @failures, @untilBeforeMs, @untilAfterMs, @model, @basis)`,
  )
  return database.transaction((windows: readonly BundledWindow[]) => {
    for (const window of windows) insert.run({ ...window })
  })
}

function orderStore(database: Database.Database): (orders: readonly BundledOrder[]) => void {
  const insert = database.prepare(
    `INSERT INTO order_revisions (at_ms, agent_id, provider, target, before_json, after_json, origin, state)
    VALUES (@atMs, @agentId, @provider, @target, @before, @after, @origin, @state)`,
  )
  return database.transaction((orders: readonly BundledOrder[]) => {
    for (const order of orders) insert.run({ ...order, before: listText(order.before), after: listText(order.after) })
  })
}

function listText(list: readonly string[] | null): string | null {
  return list && JSON.stringify(list)
}
