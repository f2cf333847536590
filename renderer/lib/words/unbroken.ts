/** The text with every number and its unit on one line: `5 m` never ends one line with 5. */
export function unbroken(text: string): string {
  return text.replace(/(?<=\d) (?=(?:[smhd]|%)(?![a-z]))/g, '\u00a0')
}
