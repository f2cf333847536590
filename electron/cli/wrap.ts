import { TIE } from './times.ts'

/**
 * Breaks text at spaces into lines of at most `columns` characters; a longer word stays whole. The first line begins with
 * `indent`, the following ones with as many spaces.
 */
export function wrap(text: string, columns: number, indent: string): string[] {
  const width = Math.max(columns - indent.length, 1)
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  const rest = ' '.repeat(indent.length)
  return [...lines, line].map((item, index) => `${index === 0 ? indent : rest}${item.replaceAll(TIE, ' ')}`)
}
