import { meta } from './0001-meta.ts'
import { windowChanges } from './0002-window-changes.ts'
import { orderRevisions } from './0003-order-revisions.ts'
import { secrets } from './0004-secrets.ts'
import { history } from './0005-history.ts'
import { tellings } from './0006-tellings.ts'
import type { Migration } from './migration.ts'

/**
 * Every migration, oldest first. To change the schema, add a file with the next number and name it here; never touch one
 * that was released.
 */
export const MIGRATIONS: readonly Migration[] = [meta, windowChanges, orderRevisions, secrets, history, tellings]
