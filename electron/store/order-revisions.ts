import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { OrderList, OrderRevision } from '../../shared/contract/types.ts'

export type NewOrderRevision = Omit<OrderRevision, 'id' | 'state'>

export interface RevisionFilter {
  readonly agentId?: string | null
  readonly provider?: string | null
  readonly limit: number
}

/** Every change of an order that the console made or saw, with undo and redo. One directory has one line of them. */
export interface OrderRevisions {
  /** Stores a change that was made. What was undone before can no longer be redone. */
  append(revision: NewOrderRevision): OrderRevision
  /**
   * The change that undo would take back: the console's latest one, unless the same order was changed from outside since;
   * then the one before. null: none.
   */
  undoable(): OrderRevision | null
  /** The change that redo would bring back: the one undone last. null: none. */
  redoable(): OrderRevision | null
  /** @returns false: it was not applied, and nothing was changed */
  markUndone(id: number): boolean
  /** @returns false: it was not undone, and nothing was changed */
  markApplied(id: number): boolean
  get(id: number): OrderRevision | null
  /** Newest first. */
  list(filter: RevisionFilter): readonly OrderRevision[]
  /** Removes the oldest beyond a number, and says how many. */
  retain(maxRows: number): number
}

interface Row {
  readonly id: number
  readonly at_ms: number
  readonly agent_id: string
  readonly provider: string
  readonly target: OrderRevision['target']
  readonly before_json: string | null
  readonly after_json: string | null
  readonly origin: OrderRevision['origin']
  readonly state: OrderRevision['state']
}

const MAX_LIMIT = 1000

const INSERT = `INSERT INTO order_revisions (at_ms, agent_id, provider, target, before_json, after_json, origin, state)
  VALUES (@at_ms, @agent_id, @provider, @target, @before_json, @after_json, @origin, 'applied')`
const SUPERSEDE = `UPDATE order_revisions SET state = 'superseded' WHERE state = 'undone'`
/** `auth.order` in the configuration is one for all agents: whoever changes it, it is the same order. */
export const UNDOABLE = `SELECT * FROM order_revisions AS revision
  WHERE state = 'applied' AND origin = 'console' AND NOT EXISTS (
    SELECT 1 FROM order_revisions AS later
    WHERE later.provider = revision.provider AND later.id > revision.id AND later.target = revision.target
      AND (later.target = 'config' OR later.agent_id = revision.agent_id)
      AND later.origin = 'outside' AND +later.state = 'applied')
  ORDER BY id DESC LIMIT 1`
export const REDOABLE = `SELECT * FROM order_revisions WHERE state = 'undone' ORDER BY id LIMIT 1`
const MARK = `UPDATE order_revisions SET state = @to WHERE id = @id AND state = @from`
const TRIM = `DELETE FROM order_revisions WHERE id IN (SELECT id FROM order_revisions ORDER BY id DESC LIMIT -1 OFFSET ?)`

export function revisionsQuery({ agentId, provider }: Omit<RevisionFilter, 'limit'>): string {
  const conditions = [
    ...(agentId == null ? [] : ['agent_id = @agentId']),
    ...(provider == null ? [] : ['provider = @provider']),
  ]
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  return `SELECT * FROM order_revisions${where} ORDER BY id DESC LIMIT @limit`
}

export function createOrderRevisions(database: Database.Database): OrderRevisions {
  const insert = database.prepare(INSERT)
  const supersede = database.prepare(SUPERSEDE)
  const undoable = database.prepare<[], Row>(UNDOABLE)
  const redoable = database.prepare<[], Row>(REDOABLE)
  const mark = database.prepare(MARK)
  const byId = database.prepare<[number], Row>('SELECT * FROM order_revisions WHERE id = ?')
  const trim = database.prepare(TRIM)
  const lists = new Map<string, Database.Statement<unknown[], Row>>()

  const append = database.transaction((revision: NewOrderRevision): OrderRevision => {
    supersede.run()
    const { lastInsertRowid } = insert.run({
      at_ms: Math.trunc(revision.atMs),
      agent_id: revision.agentId,
      provider: revision.provider,
      target: revision.target,
      before_json: revision.before && JSON.stringify(revision.before),
      after_json: revision.after && JSON.stringify(revision.after),
      origin: revision.origin,
    })
    return { ...revision, atMs: Math.trunc(revision.atMs), id: Number(lastInsertRowid), state: 'applied' }
  })
  const move = (id: number, from: Row['state'], to: Row['state']): boolean => mark.run({ id, from, to }).changes === 1

  return {
    append: (revision) => append.immediate(revision),
    undoable: () => toRevision(undoable.get()),
    redoable: () => toRevision(redoable.get()),
    markUndone: (id) => move(id, 'applied', 'undone'),
    markApplied: (id) => move(id, 'undone', 'applied'),
    get: (id) => toRevision(byId.get(id)),
    list({ agentId = null, provider = null, limit }) {
      const sql = revisionsQuery({ agentId, provider })
      const statement = lists.get(sql) ?? database.prepare<unknown[], Row>(sql)
      lists.set(sql, statement)
      const bounded = Math.min(Math.max(Math.trunc(limit), 0), MAX_LIMIT)
      return statement.all({ agentId, provider, limit: bounded }).flatMap((row) => toRevision(row) ?? [])
    },
    retain: (maxRows) => trim.run(Math.max(0, Math.trunc(maxRows))).changes,
  }
}

function toRevision(row: Row | undefined): OrderRevision | null {
  if (row === undefined) return null
  const { id, provider, target, origin, state } = row
  return {
    id,
    atMs: row.at_ms,
    agentId: row.agent_id,
    provider,
    target,
    before: readList(row.before_json),
    after: readList(row.after_json),
    origin,
    state,
  }
}

const listSchema = z.array(z.string())

function readList(text: string | null): OrderList {
  return text === null ? null : listSchema.parse(JSON.parse(text))
}
