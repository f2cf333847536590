import fc from 'fast-check'

/**
 * Random JSON5 texts: a random value, written with random quotes, comments, blanks, line breaks and commas. The choices are
 * a list of numbers that is gone through again and again, so that a failing text shrinks.
 */
export interface Json5Text {
  readonly text: string
  readonly value: unknown
}

const KEYS = ['a', 'b', 'order', 'x y', 'ünï', '__proto__', 'constructor', '1', "it's", '"q"', 'l\u2028', '$include']
const key = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...KEYS) }, { weight: 1, arbitrary: fc.string() })
const text = fc.oneof(fc.constantFrom('alpha:work', 'alpha:home', '', '// no comment', "'", '"', ','), fc.string())
const scalar = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.integer(),
  fc.constantFrom(0.5, -0, 57005, Infinity, -Infinity, Number.NaN, 1e21),
  fc.boolean(),
  fc.constant(null),
)

export const json5Value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 4 })
    .map((entries): unknown => Object.fromEntries(new Map(entries))),
})).value

const choices = fc.array(fc.nat(1000), { minLength: 5, maxLength: 120 })

export const json5Text: fc.Arbitrary<Json5Text> = fc
  .tuple(json5Value, choices)
  .map(([value, numbers]) => ({ value, text: writeJson5(value, numbers) }))

export const json5Object: fc.Arbitrary<Json5Text> = fc
  .tuple(
    fc.dictionary(fc.constantFrom('a', 'b', 'auth', 'order'), json5Value, { minKeys: 1, noNullPrototype: true }),
    choices,
  )
  .map(([value, numbers]) => ({ value, text: writeJson5(value, numbers) }))

type Pick = <T>(...options: readonly T[]) => T

function writeJson5(value: unknown, numbers: readonly number[]): string {
  let next = 0
  const pick: Pick = (...options) => options[(numbers[next++ % numbers.length] ?? 0) % options.length] as never
  const lineBreak = pick('\n', '\n', '\r\n', '\r')
  const parts = { pick, lineBreak }
  return pick('', '\ufeff') + trivia(parts) + write(value, parts) + trivia(parts)
}

interface Parts {
  readonly pick: Pick
  readonly lineBreak: string
}

function trivia({ pick, lineBreak }: Parts): string {
  return pick(
    '',
    '',
    '',
    ' ',
    lineBreak,
    `${lineBreak}  `,
    `${lineBreak}${lineBreak}\t`,
    ' /* one */ ',
    ` // [two', ${lineBreak} `,
    `${lineBreak} // three }${lineBreak}`,
    `${lineBreak} // four${lineBreak}${lineBreak}`,
    `/* five${lineBreak} "six */`,
    '\u00a0\t',
  )
}

function write(value: unknown, parts: Parts): string {
  if (Array.isArray(value))
    return enclose(
      '[',
      value.map((item) => write(item, parts)),
      ']',
      parts,
    )
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, item]) => writeKey(name, parts) + trivia(parts) + ':' + trivia(parts) + write(item, parts),
    )
    return enclose('{', members, '}', parts)
  }
  if (typeof value === 'string') return writeText(value, parts)
  return typeof value === 'number' ? writeNumber(value, parts) : String(value)
}

function enclose(open: string, items: readonly string[], close: string, parts: Parts): string {
  const inside = items.map((item) => trivia(parts) + item + trivia(parts)).join(',')
  const comma = items.length > 0 ? parts.pick('', ',') : ''
  return open + inside + comma + trivia(parts) + close
}

function writeKey(name: string, parts: Parts): string {
  if (/^[a-z_]+$/.test(name)) return parts.pick(name, name, writeText(name, parts), escaped(name))
  return writeText(name, parts)
}

function escaped(name: string): string {
  return String.raw`\u00${name.charCodeAt(0).toString(16).padStart(2, '0')}` + name.slice(1)
}

function writeText(value: string, { pick, lineBreak }: Parts): string {
  const json = JSON.stringify(value)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
  const inner = json.slice(1, -1)
  return pick(
    json,
    `'${inner.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`,
    `"\\${lineBreak}${inner}"`,
  )
}

function writeNumber(value: number, { pick }: Parts): string {
  if (value === 57005) return pick('0xDEAD', '57005', '+57005.')
  if (value === 0.5) return pick('+.5', '.5', '0.5', '5e-1')
  return Object.is(value, -0) ? '-0' : String(value)
}
