import type { SecretRef } from '../../../shared/engine/index.ts'

/** The sources that a person can choose; `store` is written by programs only. */
export type ReferenceSource = 'env' | 'file' | 'exec'

/** The alias that means: the one which the configuration makes the default of its source. */
export const DEFAULT_ALIAS = 'default'

const ALIAS = /^[a-z][a-z0-9_-]{0,63}$/
const VARIABLE = /^[A-Z][A-Z0-9_]{0,127}$/
const COMMAND_ID = /^[A-Za-z0-9][A-Za-z0-9._:/#-]{0,255}$/
const WRONG_ESCAPE = /~(?![01])/

/** What is wrong with the name of a source; null: nothing. Blank text counts as `default`. */
export function aliasProblem(text: string): string | null {
  const alias = text.trim()
  if (alias === '' || ALIAS.test(alias)) return null
  return 'A name starts with a small letter and goes on with small letters, digits, _ and -, at most 64 characters.'
}

/** What is wrong with the id of a reference; null: nothing, also where nothing is entered yet. */
export function referenceIdProblem(source: ReferenceSource, text: string): string | null {
  const id = idOf(source, text)
  return id === '' ? null : ID_PROBLEMS[source](id)
}

const ID_PROBLEMS: Readonly<Record<ReferenceSource, (id: string) => string | null>> = {
  env: (id) =>
    VARIABLE.test(id)
      ? null
      : 'A variable starts with a capital letter and goes on with capital letters, digits and _, at most 128 characters.',
  file: (id) => {
    if (id === 'value') return null
    if (!id.startsWith('/')) return 'This is either the word value or a path into the JSON that starts with /.'
    return WRONG_ESCAPE.test(id) ? 'Write ~0 for ~ and ~1 for / inside a name.' : null
  },
  exec: (id) => {
    if (!COMMAND_ID.test(id))
      return 'A name starts with a letter or digit and goes on with letters, digits and . _ : / # -, at most 256 characters.'
    return id.split('/').some((part) => part === '.' || part === '..') ? 'No part of it may be . or .. alone.' : null
  },
}

/** `$NAME` and `${NAME}`, as people know them from a shell, mean the variable. */
function idOf(source: ReferenceSource, text: string): string {
  const id = text.trim()
  return source === 'env' ? (/^\$\{?([A-Z][A-Z0-9_]*)\}?$/.exec(id)?.[1] ?? id) : id
}

/** The reference as it is handed in; only for texts without a problem. */
export function toReference(source: ReferenceSource, alias: string, text: string): SecretRef {
  return { source, provider: alias.trim() || DEFAULT_ALIAS, id: idOf(source, text) }
}
