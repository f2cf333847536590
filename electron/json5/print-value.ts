import { isIdentifier, type Quote, type Style } from './style.ts'
import { isObject } from './values.ts'

/** Where a value is written. */
export interface Place {
  /** The blanks at the start of its line. */
  readonly indent: string
  /** Whether it may take several lines. */
  readonly mayBreak: boolean
}

/** A value that JSON5 can say, as text in a style. */
export function printValue(value: unknown, style: Style, place: Place): string {
  if (typeof value === 'string') return quoteText(value, style.textQuote)
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (Array.isArray(value)) {
    const at = inside(style, place, style.lists)
    return enclose(
      '[]',
      value.map((item) => printValue(item, style, at)),
      { style, place, at, padding: style.listPadding },
    )
  }
  if (isObject(value)) {
    const at = inside(style, place, style.objects)
    const members = Object.entries(value).map(([key, item]) => printMember(key, item, style, at))
    return enclose('{}', members, { style, place, at, padding: style.objectPadding })
  }
  return String(value)
}

export function printMember(key: string, value: unknown, style: Style, place: Place): string {
  const isBare = style.keys === 'bare' && isIdentifier(key)
  return `${isBare ? key : quoteText(key, style.keyQuote)}${style.colon}${printValue(value, style, place)}`
}

function inside(style: Style, place: Place, spread: Style['lists']): Place {
  const mayBreak = place.mayBreak && spread === 'lines'
  return { indent: mayBreak ? place.indent + style.indentUnit : place.indent, mayBreak }
}

interface Enclosure {
  readonly style: Style
  readonly place: Place
  /** Where the items stand. */
  readonly at: Place
  readonly padding: string
}

function enclose(brackets: '[]' | '{}', items: readonly string[], { style, place, at, padding }: Enclosure): string {
  const [open, close] = brackets
  if (items.length === 0) return brackets
  if (!at.mayBreak) return `${open}${padding}${items.join(`,${style.afterComma}`)}${padding}${close}`
  const start = style.lineBreak + at.indent
  const end = `${style.trailingComma ? ',' : ''}${style.lineBreak}${place.indent}`
  return `${open}${start}${items.join(`,${start}`)}${end}${close}`
}

/** The escapes are those of JSON; the two line breaks that JSON allows inside a text are written as escapes too. */
function quoteText(text: string, quote: Quote): string {
  const json = JSON.stringify(text)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
  return quote === '"'
    ? json
    : `'${json
        .slice(1, -1)
        .replaceAll(String.raw`\"`, '"')
        .replaceAll("'", String.raw`\'`)}'`
}
