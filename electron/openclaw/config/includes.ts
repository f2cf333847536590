import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { ReadContext } from '../context.ts'
import { readDocument } from '../files/read-document.ts'
import { isRecord, type RawRecord } from '../raw-values.ts'
import { quoteName } from '../wording.ts'
import { mergeValues } from './merge-values.ts'

const INCLUDE_KEY = '$include'
/** As OpenClaw has it. */
const MAX_INCLUDE_DEPTH = 10
/** No real configuration nests deeper; what does is taken as it is. */
const MAX_NESTING = 100

interface Place {
  /** The file that is being looked at. */
  readonly file: string
  /** Real paths of the files that led here, this one included. */
  readonly chain: readonly string[]
  readonly nesting: number
}

/**
 * Puts included files in place, anywhere in a configuration: `"$include": "./auth.json5"` or a list of files, of which later
 * ones win. What stands beside the directive wins over what is included. A file that cannot be included is left out and
 * reported; the rest stays.
 */
export async function resolveIncludes(context: ReadContext, value: unknown, file: string): Promise<unknown> {
  if (!hasInclude(value, 0)) return value
  return await resolveValue(context, value, { file, chain: [await realPathOf(file)], nesting: 0 })
}

function hasInclude(value: unknown, nesting: number): boolean {
  if (nesting > MAX_NESTING || typeof value !== 'object' || value === null) return false
  if (isRecord(value) && Object.hasOwn(value, INCLUDE_KEY)) return true
  return Object.values(value).some((item) => hasInclude(item, nesting + 1))
}

async function resolveValue(context: ReadContext, value: unknown, place: Place): Promise<unknown> {
  if (place.nesting > MAX_NESTING) return value
  const inner = { ...place, nesting: place.nesting + 1 }
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const item of value) items.push(await resolveValue(context, item, inner))
    return items
  }
  if (!isRecord(value)) return value
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    if (key !== INCLUDE_KEY) entries.push([key, await resolveValue(context, item, inner)])
  }
  // fromEntries defines properties: a key `__proto__` stays an ordinary key.
  const own = Object.fromEntries(entries)
  if (!Object.hasOwn(value, INCLUDE_KEY)) return own
  return await includeInto(context, own, value[INCLUDE_KEY], inner)
}

async function includeInto(context: ReadContext, own: RawRecord, written: unknown, place: Place): Promise<unknown> {
  const names = typeof written === 'string' ? [written] : written
  if (!Array.isArray(names) || !names.every((name): name is string => typeof name === 'string')) {
    report(context, place.file, 'An "$include" is neither a path nor a list of paths; it is passed over.', 'shape')
    return own
  }
  let included: unknown
  for (const name of names) {
    const value = await loadInclude(context, name, place)
    if (value !== undefined) included = included === undefined ? value : mergeValues(included, value)
  }
  if (included === undefined) return own
  if (Object.keys(own).length === 0) return included
  if (isRecord(included)) return mergeValues(included, own)
  report(
    context,
    place.file,
    'An "$include" beside other keys names a file that holds no object; it is passed over.',
    'sibling',
  )
  return own
}

async function loadInclude(context: ReadContext, name: string, place: Place): Promise<unknown> {
  const target = path.resolve(path.dirname(place.file), name)
  const realTarget = await realPathOf(target)
  const refuse = (why: string): undefined => {
    report(context, place.file, `The included file ${quoteName(name)} ${why}; it is passed over.`, name)
    return undefined
  }
  if (!isWithin(context.realRoot, realTarget)) return refuse('lies outside the state directory')
  if (place.chain.includes(realTarget)) return refuse('includes itself')
  if (place.chain.length > MAX_INCLUDE_DEPTH) return refuse(`is nested more than ${MAX_INCLUDE_DEPTH} levels deep`)
  context.watchPaths.add(path.dirname(target))
  // Read by the path that was judged, named by the one people know.
  const judged = path.join(context.root, path.relative(context.realRoot, realTarget))
  const document = await readDocument(context, { path: judged, dialect: 'json5', subject: 'The included file' })
  if (document.kind === 'absent') return refuse('does not exist')
  if (document.kind === 'unreadable') return undefined
  const inner = { file: target, chain: [...place.chain, realTarget], nesting: place.nesting }
  return await resolveValue(context, document.value, inner)
}

function report(context: ReadContext, file: string, message: string, topic: string): void {
  context.problems.add({
    severity: 'error',
    code: 'include_unresolved',
    path: file,
    message,
    hint: 'OpenClaw does not start with a configuration like this. Correct the path.',
    topic,
  })
}

/** The real path; of a file that does not exist, that of the nearest folder that does. */
async function realPathOf(filePath: string): Promise<string> {
  try {
    return await realpath(filePath)
  } catch {
    const parent = path.dirname(filePath)
    return parent === filePath ? filePath : path.join(await realPathOf(parent), path.basename(filePath))
  }
}

function isWithin(folder: string, filePath: string): boolean {
  const relative = path.relative(folder, filePath)
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}
