import { own } from '../record.ts'

/** One model of one provider. */
export interface ModelRef {
  /** Trimmed, lower case. */
  readonly provider: string
  /** Trimmed, letter case kept: `Model-A` and `model-a` are two models. */
  readonly model: string
  /** The auth profile that an `@profile` suffix names. */
  readonly profileId: string | null
}

/** References that are written with a colon and mean a model of the provider before it. */
const SPECIAL_WORDS: Readonly<Record<string, string>> = { 'openrouter:auto': 'openrouter/auto' }
const DATE_VERSION = /^\d{8}(?=$|@)/
const QUANTISATION = /^(?:i?q\d[a-z0-9_]*|\d+bit)(?=$|@)/i

/**
 * Reads `provider/model[@profile]`, an alias (alone or behind its own provider), or a bare model id.
 *
 * @param text as written
 * @param defaultProvider provider of a bare model id; null: a bare id is no reference
 * @param aliases alias in lower case to `provider/model`
 * @returns null where either half is missing
 */
export function parseModelRef(
  text: string,
  defaultProvider: string | null = null,
  aliases: Readonly<Record<string, string>> = {},
): ModelRef | null {
  const { reference, profileId } = splitProfileSuffix(text.trim())
  const lowerCase = reference.toLowerCase()
  const target = own(aliases, lowerCase) ?? own(SPECIAL_WORDS, lowerCase)
  const pair = splitPair(
    target === undefined ? reference : splitProfileSuffix(target.trim()).reference,
    defaultProvider,
  )
  if (pair === null) return null
  const named = target === undefined ? namedBy(pair.model, aliases) : null
  return { ...(named?.provider === pair.provider ? named : pair), profileId }
}

type Pair = Pick<ModelRef, 'provider' | 'model'>

/**
 * A provider and a model given apart, of which the model may be an alias: it counts for the alias's own provider, and for
 * the default one; otherwise the pair stands as it is.
 */
export function resolvePair(pair: Pair, defaultProvider: string, aliases: Readonly<Record<string, string>>): Pair {
  const named = namedBy(pair.model, aliases)
  return named && (named.provider === pair.provider || pair.provider === defaultProvider) ? named : pair
}

function namedBy(alias: string, aliases: Readonly<Record<string, string>>): Pair | null {
  const target = own(aliases, alias.toLowerCase())
  return target === undefined ? null : splitPair(splitProfileSuffix(target.trim()).reference, null)
}

function splitPair(reference: string, defaultProvider: string | null): Pair | null {
  const slash = reference.indexOf('/')
  const provider = (slash === -1 ? (defaultProvider ?? '') : reference.slice(0, slash)).trim().toLowerCase()
  const model = reference.slice(slash + 1).trim()
  return provider === '' || model === '' ? null : { provider, model }
}

/** The suffix starts at the first `@` after the last `/` that does not open a date or a quantisation tag. */
function splitProfileSuffix(text: string): { reference: string; profileId: string | null } {
  let at = text.indexOf('@', text.lastIndexOf('/') + 1)
  while (at !== -1) {
    const rest = text.slice(at + 1)
    const tag = DATE_VERSION.exec(rest) ?? QUANTISATION.exec(rest)
    if (tag === null) return { reference: text.slice(0, at), profileId: rest.trim() === '' ? null : rest.trim() }
    at = text.indexOf('@', at + 1 + tag[0].length)
  }
  return { reference: text, profileId: null }
}
