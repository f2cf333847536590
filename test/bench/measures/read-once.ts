/** Reads one state directory in a fresh process and prints how long that took, in ms. */
import { readStateDirectory } from '../../../electron/openclaw/index.ts'

const folder = process.argv[2] ?? ''
const start = performance.now()
const result = await readStateDirectory(folder, { env: {} })
const elapsedMs = performance.now() - start
if (!('facts' in result) || result.facts.agents.length !== 20) throw new Error('The directory was not read as written')
console.log(elapsedMs)
