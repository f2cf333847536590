/** Which accounts are chosen among the locked ones; null: nobody is choosing. */
export type Selection = ReadonlySet<string> | null

export function toggled(selection: Selection, profileId: string): Selection {
  const next = new Set(selection)
  if (!next.delete(profileId)) next.add(profileId)
  return next
}

/** All of them, or none where all are chosen already. */
export function toggledAll(selection: Selection, profileIds: readonly string[]): Selection {
  const hasAll = profileIds.every((id) => selection?.has(id) ?? false)
  return new Set(hasAll ? [] : profileIds)
}

/** Those of the chosen that are still there, in their order. */
export function chosenAmong(selection: Selection, profileIds: readonly string[]): readonly string[] {
  return profileIds.filter((id) => selection?.has(id) ?? false)
}

/** The accounts of some locks, each once: one may have several windows. */
export function lockedIds(locks: readonly { readonly profileId: string }[]): readonly string[] {
  return [...new Set(locks.map(({ profileId }) => profileId))]
}
