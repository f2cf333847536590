import { countLineBreaks, endsWithLineComment, hasComment, hasLineBreak, lastIndent, lineIndent } from './tokens.ts'
import type { Container, Node } from './tree.ts'

/** How a text writes what JSON5 leaves open. */
export interface Style {
  readonly lineBreak: string
  /** By how much each level is moved in. */
  readonly indentUnit: string
  /** Keys that could do without quotes. */
  readonly keys: 'bare' | 'quoted'
  readonly keyQuote: Quote
  readonly textQuote: Quote
  /** The colon and the blanks around it. */
  readonly colon: string
  /** The blanks between elements on one line. */
  readonly afterComma: string
  readonly objects: Spread
  readonly lists: Spread
  /** Blanks inside the braces and brackets of what stands on one line. */
  readonly objectPadding: string
  readonly listPadding: string
  /** A comma behind the last of several lines. */
  readonly trailingComma: boolean
}

export type Quote = '"' | "'"
/** Each item on a line of its own, or all of them on one. */
export type Spread = 'lines' | 'one-line'

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/

export function isIdentifier(key: string): boolean {
  return IDENTIFIER.test(key)
}

/**
 * The style to write new things in: that of what stands nearby, else that of the whole text, else that of JSON with two
 * blanks per level.
 */
export function styleNear(text: string, root: Node, near: Node): Style {
  const local = observe(text, near)
  const whole = observe(text, root)
  const pick = <T extends string>(habit: keyof Habits, otherwise: T): T =>
    (mostFrequent(local[habit]) ?? mostFrequent(whole[habit]) ?? otherwise) as T
  const colon = pick<string>('colon', ': ')
  const afterComma = pick('afterComma', colon === ':' ? '' : ' ')
  const textQuote = pick<Quote>('textQuote', pick('keyQuote', '"'))
  return {
    lineBreak: /\r\n|[\n\r]/.exec(text)?.[0] ?? '\n',
    indentUnit: pick('indentUnit', '  '),
    keys: pick('keys', 'quoted'),
    keyQuote: pick('keyQuote', textQuote),
    textQuote,
    colon,
    afterComma,
    objects: pick('objects', 'lines'),
    lists: pick('lists', 'lines'),
    objectPadding: pick('objectPadding', afterComma),
    listPadding: pick('listPadding', ''),
    trailingComma: pick<'yes' | 'no'>('trailingComma', 'no') === 'yes',
  }
}

/** How often each way of writing occurs. */
type Habits = Record<
  | 'indentUnit'
  | 'keys'
  | 'keyQuote'
  | 'textQuote'
  | 'colon'
  | 'afterComma'
  | 'objects'
  | 'lists'
  | 'objectPadding'
  | 'listPadding'
  | 'trailingComma',
  Map<string, number>
>

function observe(text: string, root: Node): Habits {
  const habits: Habits = {
    indentUnit: new Map(),
    keys: new Map(),
    keyQuote: new Map(),
    textQuote: new Map(),
    colon: new Map(),
    afterComma: new Map(),
    objects: new Map(),
    lists: new Map(),
    objectPadding: new Map(),
    listPadding: new Map(),
    trailingComma: new Map(),
  }
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === 'scalar') {
      count(habits.textQuote, quoteAt(text, node.start))
    } else {
      for (const { value } of node.items) waiting.push(value)
      observeContainer(text, node, habits)
    }
  }
  return habits
}

function observeContainer(text: string, container: Container, habits: Habits): void {
  for (const { key, value } of container.items) {
    if (!key) continue
    const quote = quoteAt(text, key.start)
    if (isIdentifier(key.name)) count(habits.keys, quote === null ? 'bare' : 'quoted')
    count(habits.keyQuote, quote)
    const colon = text.slice(key.end, value.start)
    if (/^[ \t]*:[ \t]*$/.test(colon)) count(habits.colon, colon)
  }
  const [first] = container.items
  const last = container.items.at(-1)
  if (!first || !last) return
  const isObject = container.kind === 'object'
  const opening = text.slice(container.start + 1, first.start)
  const spread = spreadOf(text, container)
  count(isObject ? habits.objects : habits.lists, spread)
  if (spread === 'one-line') {
    if (!hasComment(opening)) count(isObject ? habits.objectPadding : habits.listPadding, opening)
    for (const [index, { comma }] of container.items.entries()) {
      const next = container.items[index + 1]
      if (!next || comma === null) continue
      const gap = text.slice(comma + 1, next.start)
      if (!hasComment(gap) && !hasLineBreak(gap)) count(habits.afterComma, gap)
    }
  } else {
    count(habits.trailingComma, last.comma === null ? 'no' : 'yes')
    const base = lineIndent(text, container.start)
    const indent = lastIndent(opening)
    if (indent.startsWith(base) && indent !== base) count(habits.indentUnit, indent.slice(base.length))
  }
}

/** What a container with items looks like: whether its first item starts a line. */
export function spreadOf(text: string, container: Container): Spread {
  const opening = text.slice(container.start + 1, container.items[0]?.start ?? container.end - 1)
  return countLineBreaks(opening) > 0 || endsWithLineComment(opening) ? 'lines' : 'one-line'
}

function quoteAt(text: string, offset: number): Quote | null {
  const character = text[offset]
  return character === '"' || character === "'" ? character : null
}

function count(habit: Map<string, number>, way: string | null): void {
  if (way !== null) habit.set(way, (habit.get(way) ?? 0) + 1)
}

function mostFrequent(habit: ReadonlyMap<string, number>): string | null {
  let best: string | null = null
  for (const [way, times] of habit) if (best === null || times > (habit.get(best) ?? 0)) best = way
  return best
}
