/**
 * A defect for a log: the kind of error, its code, and where it happened. Never its message: a parser quotes the text it
 * could not read, and that text may hold a secret.
 */
export function defectText(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [`${error.name}${code}`, ...frames].join('\n')
}
