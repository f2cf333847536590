/** One model of one provider. */
export interface ModelRef {
  /** Trimmed, lower case. */
  readonly provider: string
  /** Trimmed, letter case kept: `Model-A` and `model-a` are two models. */
  readonly model: string
  /** The auth profile that an `@profile` suffix names. */
  readonly profileId: string | null
}

const DATE_VERSION = /^\d{8}(?=$|@)/
const QUANTISATION = /^(?:i?q\d[a-z0-9_]*|\d+bit)(?=$|@)/i

/**
 * Reads `provider/model[@profile]`, an alias, or a bare model id.
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
  const aliasKey = reference.toLowerCase()
  const target = Object.hasOwn(aliases, aliasKey) ? aliases[aliasKey] : undefined
  const resolved = target === undefined ? reference : splitProfileSuffix(target.trim()).reference
  const slash = resolved.indexOf('/')
  const provider = (slash === -1 ? (defaultProvider ?? '') : resolved.slice(0, slash)).trim().toLowerCase()
  const model = resolved.slice(slash + 1).trim()
  return provider === '' || model === '' ? null : { provider, model, profileId }
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
