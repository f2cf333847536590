import path from 'node:path'
import { decodeText } from '../files/decode-text.ts'
import { parseJson } from '../files/parse-json.ts'
import { readWholeFile } from '../files/read-file.ts'
import { isRecord } from '../raw-values.ts'
import { quoteName } from '../wording.ts'
import { EditRefused } from './types.ts'

const INCLUDE_KEY = '$include'
/** As OpenClaw has it. */
const MAX_INCLUDE_DEPTH = 10
const MAX_NESTING = 100

/**
 * Makes sure that what an edit changes stands in the configuration itself. Where an included file holds something at that
 * place, a value in the configuration would be laid over it, or a list put behind it: not what was asked for.
 *
 * @param value the configuration as it stands there, includes not resolved
 * @throws {EditRefused} `in_include`: another file holds it; `unreadable`: whether it does cannot be found out
 */
export async function refuseIncluded(configPath: string, value: unknown, keys: readonly string[]): Promise<void> {
  const name = await holderOf(value, keys, { file: configPath, chain: [] })
  if (name === null) return
  throw new EditRefused(
    'in_include',
    `This setting stands in ${quoteName(name)}, which the configuration includes. Switchyard edits openclaw.json only.`,
    'Change it in that file, or move it to openclaw.json.',
  )
}

interface Source {
  readonly file: string
  /** The files that led here; none: it is the configuration itself. */
  readonly chain: readonly string[]
}

/** The included file that holds something under the keys, as it is written there; null: none does. */
async function holderOf(value: unknown, keys: readonly string[], source: Source): Promise<string | null> {
  let current = value
  for (const [depth, key] of [...keys, null].entries()) {
    for (const name of includesOf(current)) {
      const target = path.resolve(path.dirname(source.file), name)
      const included = await load(target, name, source)
      const found = await holderOf(included, keys.slice(depth), { file: target, chain: [...source.chain, name] })
      if (found !== null) return found
    }
    if (key === null) break
    if (isRecord(current) ? !Object.hasOwn(current, key) : !Array.isArray(current)) {
      // Included text where the configuration has an object on the way.
      const isInTheWay = !isRecord(current) && source.chain.length > 0
      return isInTheWay ? (source.chain.at(-1) ?? null) : null
    }
    current = (current as Readonly<Record<string, unknown>>)[key]
  }
  return source.chain.at(-1) ?? nestedInclude(current, 0)
}

function includesOf(value: unknown): readonly string[] {
  if (!isRecord(value) || !Object.hasOwn(value, INCLUDE_KEY)) return []
  const written = value[INCLUDE_KEY]
  const names: readonly unknown[] = Array.isArray(written) ? written : [written]
  return names.filter((name) => typeof name === 'string')
}

/** A file included somewhere inside of a value that would be replaced as a whole. */
function nestedInclude(value: unknown, nesting: number): string | null {
  if (typeof value !== 'object' || value === null || nesting > MAX_NESTING) return null
  const [name] = includesOf(value)
  if (name !== undefined) return name
  for (const item of Object.values(value)) {
    const found = nestedInclude(item, nesting + 1)
    if (found !== null) return found
  }
  return null
}

async function load(target: string, name: string, source: Source): Promise<unknown> {
  if (source.chain.length < MAX_INCLUDE_DEPTH) {
    const content = await readWholeFile(target)
    if (content.kind === 'bytes') {
      const result = parseJson(decodeText(content.bytes).text, 'json5')
      if (result.kind === 'value') return result.value
    }
  }
  throw new EditRefused(
    'unreadable',
    `The configuration includes ${quoteName(name)}, which cannot be read, so it is not known whether this setting stands there.`,
    'Correct the "$include" or the file first.',
  )
}
