import path from 'node:path'
import type { ReadContext } from '../context.ts'
import { decodeText } from '../files/decode-text.ts'
import { readWholeFile } from '../files/read-file.ts'
import { isRecord, valueAt } from '../raw-values.ts'
import { listNames } from '../wording.ts'

/** Where an unset variable changes which account or model serves. Elsewhere it is none of the console's business. */
const SECTIONS = ['auth', 'models', 'agents'] as const
/** `${NAME}`; a second dollar sign in front makes it plain text. */
const REFERENCE = /(?<!\$)\$\{([A-Z_][A-Z0-9_]{0,127})\}/g
const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=/gm
const MAX_NESTING = 100

/**
 * Reports variables that decide about failover and are not set as far as can be seen from here. References themselves stay
 * as they are written: no variable is ever read, only whether it is there.
 */
export async function reportUnsetVariables(context: ReadContext, config: unknown, configPath: string): Promise<void> {
  const named = new Set<string>()
  for (const section of SECTIONS) collectReferences(valueAt(config, section), named, 0)
  if (named.size === 0) return
  const known = new Set([...configVariables(config), ...(await dotenvVariables(context))])
  const unset = [...named].filter((name) => !known.has(name) && !context.env[name])
  if (unset.length === 0) return
  context.problems.add({
    severity: 'info',
    code: 'env_unresolved',
    path: configPath,
    message: `The configuration refers to variables that are not set here: ${listNames(unset.sort())}.`,
    hint: 'Nothing is wrong if the service that runs OpenClaw sets them. They are shown as they are written.',
  })
}

function collectReferences(value: unknown, names: Set<string>, nesting: number): void {
  if (typeof value === 'string') {
    for (const [, name] of value.matchAll(REFERENCE)) if (name !== undefined) names.add(name)
  } else if (typeof value === 'object' && value !== null && nesting < MAX_NESTING) {
    for (const item of Object.values(value)) collectReferences(item, names, nesting + 1)
  }
}

/** Variables that the configuration sets itself, under `env` or `env.vars`. */
function configVariables(config: unknown): string[] {
  const env = valueAt(config, 'env')
  const vars = valueAt(config, 'env', 'vars')
  return [...(isRecord(env) ? Object.keys(env) : []), ...(isRecord(vars) ? Object.keys(vars) : [])]
}

/** Names, and only names, of what the state directory's `.env` sets. */
async function dotenvVariables(context: ReadContext): Promise<string[]> {
  const content = await readWholeFile(path.join(context.root, '.env'))
  if (content.kind !== 'bytes') return []
  const { text } = decodeText(content.bytes)
  return [...text.matchAll(ASSIGNMENT)].flatMap(([, name]) => name ?? [])
}
