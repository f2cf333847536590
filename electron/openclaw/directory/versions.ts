/** The newest of several release names such as `2026.7.1-2`: configuration and databases are not all written at once. */
export function newestVersion(versions: readonly (string | null)[]): string | null {
  let newest: string | null = null
  for (const version of versions) {
    if (version !== null && (newest === null || compareVersions(version, newest) > 0)) newest = version
  }
  return newest
}

function compareVersions(a: string, b: string): number {
  const numbersOfA = numbersOf(a)
  const numbersOfB = numbersOf(b)
  for (let index = 0; index < Math.max(numbersOfA.length, numbersOfB.length); index += 1) {
    const difference = (numbersOfA[index] ?? 0) - (numbersOfB[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function numbersOf(version: string): number[] {
  return (version.match(/\d{1,9}/g) ?? []).map(Number)
}
