import { readFileSync } from 'node:fs'

/** A reported fault of a system like this one. */
export interface BugCase<Input, Expected> {
  readonly id: string
  readonly input: Input
  readonly expected: Expected
}

const FILE = new URL('../vectors/bug-cases.json', import.meta.url)
const byId = new Map(
  (JSON.parse(readFileSync(FILE, 'utf8')) as BugCase<unknown, unknown>[]).map((item) => [item.id, item]),
)

/** The case with an id, in the shape that its test knows. */
export function bugCase<Input, Expected>(id: string): BugCase<Input, Expected> {
  const found = byId.get(id)
  if (!found) throw new Error(`No case ${id}`)
  return found as BugCase<Input, Expected>
}
