/** Where a secret lies that is not written inline. */
export interface SecretRef {
  readonly source: 'env' | 'file' | 'exec' | 'store'
  readonly provider: string
  readonly id: string
}

const SOURCES: ReadonlySet<string> = new Set(['env', 'file', 'exec', 'store'])
const ENV_SHORTHAND = /^\$(?:\{([A-Z][A-Z0-9_]{0,127})\}|([A-Z][A-Z0-9_]{0,127}))$/

/**
 * Reads a secret reference: `{source, provider, id}`, the same without `provider`, or the text `$NAME` or `${NAME}`.
 * Anything else is no reference: null. The reference is never resolved here.
 */
export function readSecretRef(value: unknown): SecretRef | null {
  if (typeof value === 'string') {
    const match = ENV_SHORTHAND.exec(value.trim())
    const name = match?.[1] ?? match?.[2]
    return name === undefined ? null : { source: 'env', provider: 'default', id: name }
  }
  if (typeof value !== 'object' || value === null) return null
  const { source, provider, id, ...others } = value as Record<string, unknown>
  if (typeof source !== 'string' || !SOURCES.has(source) || Object.keys(others).length > 0) return null
  if (typeof id !== 'string' || id.trim() === '') return null
  if (provider !== undefined && (typeof provider !== 'string' || provider.trim() === '')) return null
  return { source: source as SecretRef['source'], provider: provider ?? 'default', id }
}
