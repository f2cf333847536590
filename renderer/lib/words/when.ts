/** Writes an instant as part of a sentence: `at 18:52`, `tomorrow at 08:00`, `on Mon 30 Nov at 10:03`. */
export type WriteWhen = (atMs: number) => string

/** The same behind a word such as `until`: `18:52`, `tomorrow at 08:00`, `Mon 30 Nov at 10:03`. */
export function endWords(when: string): string {
  return when.replace(/^(?:at|on) /, '')
}
