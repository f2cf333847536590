/** How many ids like one that is taken are tried. */
const MOST_TRIED = 1000

interface Idea {
  readonly provider: string
  readonly email: string
  /** The secret is pasted, not referred to. */
  readonly isPasted: boolean
}

/**
 * An id for a new account as OpenClaw would name it: after the e-mail, `manual` for a pasted key, else `default`; with a
 * number where that is taken. Empty while no provider is named.
 */
export function suggestProfileId({ provider, email, isPasted }: Idea, taken: ReadonlySet<string>): string {
  const name = provider.trim().toLowerCase()
  if (name === '') return ''
  const suffix = email.trim() === '' ? (isPasted ? 'manual' : 'default') : email.trim().toLowerCase()
  for (let number = 1; number <= MOST_TRIED; number += 1) {
    const id = number === 1 ? `${name}:${suffix}` : `${name}:${suffix}-${number}`
    if (!taken.has(id)) return id
  }
  return ''
}
