/** Where a bundle goes unless somebody says otherwise: `~/switchyard-bundle-2026-11-30.zip`, by the reader's calendar. */
export function suggestedPath(atMs: number): string {
  const day = new Date(atMs)
  return `~/switchyard-bundle-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.zip`
}

/** The name for one more: `a.zip`, `a-2.zip`, `a-3.zip`. */
export function nextPath(path: string): string {
  const [, stem = path, end = ''] = /^(.*?)(\.zip)?$/is.exec(path) ?? []
  const numbered = /^(.*)-(\d{1,3})$/s.exec(stem)
  // A day of the month is not the number of a copy.
  if (numbered === null || /\d{4}-\d{2}$/.test(numbered[1] ?? '')) return `${stem}-2${end}`
  return `${numbered[1]}-${Number(numbered[2]) + 1}${end}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
