/**
 * A host that edits a store over and over: `store-editor-process.ts <root> <owner> <name> <count> <reads>`. Each edit
 * counts up what belongs to this process and what all of them share, and prints a line when it is done. Now and then it
 * stores a new key, puts an id into an order, and reads the directory meanwhile. With `kill-at:<n>` it dies instead of making
 * its n-th call of the file system.
 */
import { systemCalls, type FileCalls } from '../../electron/files/file-calls.ts'
import { createDirectoryEditor, EditRefused, withProfile, withUsage } from '../../electron/openclaw/edit/index.ts'
import { storedOrderOf, usageOf, withStoredOrder, type StoreOwner } from '../../electron/openclaw/edit/index.ts'
import { readStateDirectory } from '../../electron/openclaw/index.ts'
import { EMPTY_USAGE_STATS, POLICIES } from '../../shared/engine/index.ts'

const [root = '', ownerKind = 'agent', name = '', countText = '0', reads = ''] = process.argv.slice(2)
const owner: StoreOwner = ownerKind === 'shared' ? { kind: 'shared' } : { kind: 'agent', agentId: 'main' }
const env = { HOME: '/nonexistent' }
const rules = POLICIES['openclaw-2026.9'].order
const editor = createDirectoryEditor(root, { env, clock: { now: Date.now }, files: { calls: mortalCalls() } })

function mortalCalls(): FileCalls {
  const killAt = reads.startsWith('kill-at:') ? Number(reads.slice('kill-at:'.length)) : Number.POSITIVE_INFINITY
  let made = 0
  return new Proxy(systemCalls, {
    get(calls, property) {
      made += 1
      if (made >= killAt) process.kill(process.pid, 'SIGKILL')
      return Reflect.get(calls, property) as unknown
    },
  })
}

async function edit(): Promise<number> {
  return await editor.updateStore(owner, ({ credentials, state }) => {
    const ownCount = (usageOf(state, `alpha:${name}`)?.errorCount ?? 0) + 1
    const allCount = (usageOf(state, 'alpha:all')?.errorCount ?? 0) + 1
    let next = withUsage(state, `alpha:${name}`, { ...EMPTY_USAGE_STATS, errorCount: ownCount })
    next = withUsage(next, 'alpha:all', { ...EMPTY_USAGE_STATS, errorCount: allCount })
    if (ownCount % 100 === 0) {
      const before = storedOrderOf(next, 'alpha', rules) ?? []
      next = withStoredOrder(next, 'alpha', [...before, `alpha:${name}-${ownCount}`], rules)
    }
    const isNewKey = reads === 'every-key' || reads.startsWith('kill-at:') || ownCount % 20 === 0
    const key = { type: 'api_key', provider: 'alpha', key: `sk-${name}-${ownCount}` }
    return {
      documents: { credentials: isNewKey ? withProfile(credentials, `alpha:${name}`, key) : credentials, state: next },
      result: ownCount,
    }
  })
}

for (let done = 0; done < Number(countText);) {
  const reading = reads === 'reads' && done % 50 === 0 ? readStateDirectory(root, { env }) : null
  try {
    const count = await edit()
    done += 1
    process.stdout.write(`${count}\n`)
  } catch (error) {
    if (!(error instanceof EditRefused) || error.code !== 'busy') throw error
  }
  await reading
}
