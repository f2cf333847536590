/** One edit of a JSON5 document. A key of a path names a member of an object, or the place of an element of a list. */
export type Json5Edit =
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: unknown }
  | { readonly kind: 'remove'; readonly path: readonly string[] }

/** One replacement in a text: what stands from `start` to before `end` becomes `text`. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface EditedJson5 {
  readonly text: string
  /** What was replaced, one after the other, each in the text that the one before has left. Nothing else differs. */
  readonly splices: readonly Splice[]
  /** What the text stands for before and after. */
  readonly before: unknown
  readonly after: unknown
}

/** Why a text was not edited. */
export type Json5Problem =
  /** the text is not valid JSON5 */
  | 'syntax'
  /** it nests too deeply to be edited */
  | 'too_deep'
  /** a path leads through something that has no members */
  | 'not_an_object'
  /** a value to set cannot be written as JSON5 */
  | 'invalid_value'
  /** the edited text would not have stood for exactly the edited value */
  | 'cannot_splice'
