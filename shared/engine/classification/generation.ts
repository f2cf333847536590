/** The releases whose classification was recorded, oldest first. */
export const CLASSIFICATION_RELEASES = ['2026.5.12', '2026.7.1', '2026.9.6'] as const

export type ClassificationRelease = (typeof CLASSIFICATION_RELEASES)[number]

/** Which rules of the table apply. Plain data, part of a policy. */
export interface Generation {
  readonly release: ClassificationRelease
  /**
   * The rules that correct reported faults of the release apply too. A preset that reproduces a release as it was
   * executed leaves them out.
   */
  readonly isCorrected: boolean
}

/** When a rule holds. Nothing said: in every release. */
export interface Presence {
  /** The first release that has it. */
  readonly since?: ClassificationRelease
  /** The first release that no longer has it. */
  readonly until?: ClassificationRelease
  /** Ids of the reported faults for which a corrected generation has it (`adds`) or leaves it out (`drops`). */
  readonly correction?: { readonly adds: readonly string[] } | { readonly drops: readonly string[] }
}

export function isPresent({ since, until, correction }: Presence, { release, isCorrected }: Generation): boolean {
  if (isCorrected && correction) return 'adds' in correction
  const isOnlyCorrection = correction !== undefined && 'adds' in correction && since === undefined
  if (isOnlyCorrection) return false
  return (since === undefined || isFrom(release, since)) && (until === undefined || !isFrom(release, until))
}

/** Whether a release is another one or a later one. */
export function isFrom(release: ClassificationRelease, other: ClassificationRelease): boolean {
  return CLASSIFICATION_RELEASES.indexOf(release) >= CLASSIFICATION_RELEASES.indexOf(other)
}
