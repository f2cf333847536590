import type { EditReceipt } from '../../../shared/contract/types.ts'
import { own } from '../../../shared/engine/index.ts'
import type { ConfigEdit } from '../../openclaw/index.ts'
import { doEdit, type EditContext } from './edit-context.ts'

/** A provider that nobody has: its order means nothing, and a change of it makes OpenClaw read `auth` again. */
const NOBODYS_PROVIDER = 'switchyard-reload'

/**
 * Makes a running OpenClaw read its stores again, by the smallest change of an `auth` key that has no meaning. Made a
 * second time, the change is taken back, so that nothing piles up.
 */
export async function makeReload(context: EditContext): Promise<EditReceipt> {
  const path = ['auth', 'order', NOBODYS_PROVIDER]
  const isThere = own(context.directory.state.facts.config.order, NOBODYS_PROVIDER) !== undefined
  const edit: ConfigEdit = isThere ? { kind: 'remove', path } : { kind: 'set', path, value: [] }
  const { receipt } = await doEdit(context, async () => {
    const { files, backup, changed } = await context.editor.updateConfig([edit])
    return { what: changed ? 'config' : null, files, backup, result: null }
  })
  return receipt
}
