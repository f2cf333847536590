/** First letter in upper case, for a phrase that starts a sentence. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `1 failure`, `3 failures`. */
export function count(quantity: number, one: string, many = `${one}s`): string {
  return `${quantity.toLocaleString('en')} ${quantity === 1 ? one : many}`
}

/** `a`, `a and b`, `a, b and c`, `a, b and 4 more`. */
export function listOf(items: readonly string[], shown = 3): string {
  if (items.length <= 1) return items[0] ?? ''
  if (items.length <= shown) return `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`
  return `${items.slice(0, shown - 1).join(', ')} and ${items.length - shown + 1} more`
}

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
] as const

/** `first` to `tenth`, then `11th`. */
export function ordinal(place: number): string {
  return ORDINALS[place - 1] ?? `${place}${ordinalEnding(place)}`
}

function ordinalEnding(place: number): string {
  const tens = place % 100
  if (tens >= 11 && tens <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][place % 10] ?? 'th'
}
