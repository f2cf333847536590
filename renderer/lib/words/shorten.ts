/** A text of at most `longest` characters: where it is longer, its middle gives way, since both ends of an id matter. */
export function shortenMiddle(text: string, longest: number): string {
  const characters = [...text]
  if (characters.length <= longest) return text
  const head = Math.ceil((longest - 1) / 2)
  const tail = longest - 1 - head
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`
}
