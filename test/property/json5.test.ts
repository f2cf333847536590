import fc from 'fast-check'
import JSON5 from 'json5'
import { parseJSON, type AST } from 'jsonc-eslint-parser'
import { describe, expect, test } from 'vitest'
import { editJson5, type EditedJson5, type Json5Edit } from '../../electron/json5/index.ts'
import { commentsIn } from '../../electron/json5/tokens.ts'
import { readTree, type Node } from '../../electron/json5/tree.ts'
import { json5Object, json5Text, json5Value, type Json5Text } from '../support/json5-text.ts'

function edited(text: string, ...edits: readonly Json5Edit[]): EditedJson5 {
  const result = editJson5(text, edits)
  if ('problem' in result) throw new Error(result.problem)
  return result
}

/** Every place in a value, the value itself included. */
function placesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, item]) => placesOf(item, [...path, key]))]
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((current, key) => (current as Record<string, unknown>)[key], value)
}

/** The plainest way to say what an edit does, whatever the order of keys. */
function model(value: unknown, { path, ...edit }: Json5Edit): unknown {
  const [key, ...rest] = path
  if (key === undefined) return 'value' in edit ? edit.value : undefined
  const entries = new Map(Object.entries(value ?? {}))
  const inner = { ...edit, path: rest } as Json5Edit
  if (edit.kind === 'remove' && rest.length === 0) entries.delete(key)
  else if (edit.kind === 'set' || entries.has(key)) entries.set(key, model(entries.get(key), inner))
  return Array.isArray(value) ? [...entries.values()] : Object.fromEntries(entries)
}

/** All comments of a text, with the places of nodes used to tell them from what stands in quotes. */
function commentTexts(text: string): string[] {
  const gaps: [number, number][] = []
  let from = 0
  const visit = (node: Node): void => {
    if (node.kind === 'scalar') skip(node.start, node.end)
    else
      for (const { key, value } of node.items) {
        if (key) skip(key.start, key.end)
        visit(value)
      }
  }
  const skip = (start: number, end: number): void => {
    gaps.push([from, start])
    from = end
  }
  const root = readTree(text)
  if (root) visit(root)
  gaps.push([from, text.length])
  return gaps.flatMap(([start, end]) => commentsIn(text, start, end).map((item) => text.slice(item.start, item.end)))
}

interface Placed {
  readonly doc: Json5Text
  readonly path: readonly string[]
}

interface EditedText extends Json5Text {
  readonly edit: Json5Edit
}

const withPath = (source: fc.Arbitrary<Json5Text>): fc.Arbitrary<Placed> =>
  source.chain((doc) => fc.constantFrom(...placesOf(doc.value)).map((path) => ({ doc, path })))
const withNewPath: fc.Arbitrary<Placed> = withPath(json5Object).chain(({ doc, path }) => {
  const isObject = JSON5.stringify(at(doc.value, path)).startsWith('{')
  return fc
    .array(fc.constantFrom('new', 'x-y', '__proto__'), { minLength: 1, maxLength: 3 })
    .map((keys) => ({ doc, path: isObject ? [...path, ...keys] : ['fresh', ...keys] }))
})

function setting({ doc: { text, value }, path }: Placed, next: unknown): EditedText {
  return { text, value, edit: { kind: 'set', path, value: next } }
}

const edit: fc.Arbitrary<EditedText> = fc.oneof(
  fc.tuple(withPath(json5Text), json5Value).map(([placed, next]) => setting(placed, next)),
  fc.tuple(withNewPath, json5Value).map(([placed, next]) => setting(placed, next)),
  withPath(json5Object)
    .filter(({ path }) => path.length > 0)
    .map(({ doc: { text, value }, path }) => ({ text, value, edit: { kind: 'remove' as const, path } })),
)

describe('any edit of any text', () => {
  test('the texts are what they are meant to be', () => {
    fc.assert(
      fc.property(json5Text, ({ text, value }) => {
        expect(JSON5.parse(text)).toEqual(value)
      }),
    )
  })

  test('does exactly what it says', () => {
    fc.assert(
      fc.property(edit, ({ text, value, edit: one }) => {
        fc.pre(isPossible(text, value, one))
        const after = edited(text, one).text
        const expected = model(value, one)
        // JSON.stringify would not tell NaN; toEqual does not look at the order of keys, which a model need not know.
        expect(JSON5.parse(after)).toEqual(expected)
      }),
      { numRuns: 2000 },
    )
  })

  test('changes nothing but what it tells', () => {
    fc.assert(
      fc.property(edit, ({ text, value, edit: one }) => {
        fc.pre(isPossible(text, value, one))
        const { text: after, splices } = edited(text, one)
        const replayed = splices.reduce(
          (current, splice) => current.slice(0, splice.start) + splice.text + current.slice(splice.end),
          text,
        )
        expect(replayed).toBe(after)
      }),
    )
  })

  test('done twice is done once', () => {
    fc.assert(
      fc.property(edit, ({ text, value, edit: one }) => {
        // Removing an element of a list by its place removes the next one the second time.
        fc.pre(one.kind === 'set' && isPossible(text, value, one))
        expect(edited(edited(text, one).text, one).splices).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('loses no comment when something new is added', () => {
    fc.assert(
      fc.property(withNewPath, json5Value, ({ doc: { text, value: before }, path }, value) => {
        fc.pre(isPossible(text, before, { kind: 'set', path, value }) && isNew(before, path))
        const after = edited(text, { kind: 'set', path, value }).text
        expect(commentTexts(after)).toEqual(commentTexts(text))
      }),
      { numRuns: 1000 },
    )
  })

  test('replaces exactly the range of a single value', () => {
    fc.assert(
      fc.property(withPath(json5Text), ({ doc: { text, value }, path }) => {
        const old = at(value, path)
        fc.pre(typeof old !== 'object' || old === null)
        const node = nodeAtPath(text, path)
        const { splices } = edited(text, { kind: 'set', path, value: 'something else entirely' })
        expect(splices).toEqual([{ ...node, text: expect.stringContaining('something else entirely') as string }])
      }),
      { numRuns: 500 },
    )
  })
})

/** JSON stays JSON, which has no word for some numbers; and nothing has members but objects and lists. */
function isPossible(text: string, value: unknown, one: Json5Edit): boolean {
  if (isJson(text) && one.kind === 'set' && /NaN|Infinity/.test(JSON5.stringify(one.value))) return false
  let current: unknown = value
  for (const key of one.path) {
    if (typeof current !== 'object' || current === null) return false
    if (!Object.hasOwn(current, key)) return !Array.isArray(current)
    current = (current as Record<string, unknown>)[key]
  }
  return true
}

function isNew(value: unknown, path: readonly string[]): boolean {
  return !placesOf(value).some((place) => place.length === path.length && place.every((key, i) => key === path[i]))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Where another parser says that the value stands. */
function nodeAtPath(text: string, path: readonly string[]): { start: number; end: number } {
  let node: AST.JSONExpression | null | undefined = parse(text)
  for (const key of path) {
    if (node?.type === 'JSONArrayExpression') node = node.elements[Number(key)]
    else if (node?.type === 'JSONObjectExpression')
      node = node.properties.findLast((item) => nameOf(item) === key)?.value
  }
  if (!node) throw new Error('No node')
  return { start: node.range[0], end: node.range[1] }
}

function nameOf({ key }: AST.JSONProperty): string {
  return key.type === 'JSONIdentifier' ? key.name : String(key.value)
}

/** The other parser does not take escapes in bare keys, nor a whole text that is one of JSON5's words. */
function parse(text: string): AST.JSONExpression | null {
  try {
    return parseJSON(text, { jsonSyntax: 'JSON5' }).body[0].expression
  } catch {
    fc.pre(false)
    return null
  }
}

test('values stand where another parser finds them', () => {
  fc.assert(
    fc.property(json5Text, ({ text }) => {
      const other = parse(text)
      const same = (node: Node | undefined, theirs: AST.JSONExpression | null | undefined): void => {
        expect([node?.start, node?.end]).toEqual(theirs?.range)
        if (!node || node.kind === 'scalar') return
        const values =
          theirs?.type === 'JSONObjectExpression'
            ? theirs.properties.map(({ value }) => value)
            : theirs?.type === 'JSONArrayExpression'
              ? theirs.elements
              : []
        expect(node.items).toHaveLength(values.length)
        for (const [index, { value }] of node.items.entries()) same(value, values[index])
      }
      same(readTree(text) ?? undefined, other)
    }),
    { numRuns: 500 },
  )
})

describe('lists', () => {
  interface ListText {
    readonly text: string
    readonly ids: readonly string[]
  }

  const bool = fc.boolean()
  /** Lists as people write them. */
  const listText: fc.Arbitrary<ListText> = fc
    .record({
      items: fc.array(
        fc.record({
          quote: fc.constantFrom('"', "'"),
          above: fc.constantFrom('', '', '// about it', '/* about it */', '// two\n    // lines'),
          behind: fc.constantFrom('', '', ' // why', ' /* why */'),
          blank: fc.constantFrom('', '', '\n', '\n    // section\n'),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      isSpread: bool,
      trailing: bool,
      header: bool,
      footer: bool,
      lineBreak: fc.constantFrom('\n', '\r\n'),
    })
    .map(({ items, isSpread, trailing, header, footer, lineBreak }) => {
      const ids = items.map((_, index) => `alpha:${index}`)
      const comma = (index: number): string => (index < items.length - 1 || trailing ? ',' : '')
      const lines = items.map(({ quote, above, behind, blank }, index) => {
        const value = `${quote}${ids[index]}${quote}`
        if (!isSpread)
          return `${above.startsWith('/*') ? `${above} ` : ''}${value}${behind.startsWith(' /*') ? behind : ''}`
        return `${blank}\n    ${above}${above === '' ? '' : '\n    '}${value}${comma(index)}${behind}`
      })
      const inside = isSpread
        ? `${header ? ' // header' : ''}${lines.join('')}${footer ? '\n    // footer' : ''}\n  `
        : ` ${lines.join(', ')}${trailing ? ',' : ''} `
      return { ids, text: `{\n  a: 1,\n  order: [${inside}],\n}\n`.replaceAll('\n', lineBreak) }
    })
  const reordered = listText.chain(({ text, ids }) =>
    fc.shuffledSubarray([...ids], { minLength: ids.length }).map((order) => ({ text, ids, order })),
  )
  const set = (value: readonly string[]): Json5Edit => ({ kind: 'set', path: ['order'], value })

  test('there and back again is the same text, byte for byte', () => {
    fc.assert(
      fc.property(reordered, ({ text, ids, order }) => {
        expect(edited(edited(text, set(order)).text, set(ids)).text).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  test('another order moves elements and comments, and nothing comes or goes', () => {
    fc.assert(
      fc.property(reordered, ({ text, order }) => {
        const after = edited(text, set(order)).text
        expect([...after].sort()).toEqual([...text].sort())
        expect(commentTexts(after).sort()).toEqual(commentTexts(text).sort())
      }),
      { numRuns: 1000 },
    )
  })

  test('a part of a list in any order, with new elements between: what stays keeps its quotes and its comments', () => {
    const changed = listText.chain(({ text, ids }) =>
      fc
        .shuffledSubarray([...ids, 'new:1', 'new:2'])
        .map((wanted) => ({ text, ids, wanted, kept: wanted.filter((id) => ids.includes(id)) })),
    )
    fc.assert(
      fc.property(changed, ({ text, wanted, kept }) => {
        const after = edited(text, set(wanted)).text
        expect(JSON5.parse(after)).toEqual({ a: 1, order: wanted })
        for (const id of kept) expect(writtenAs(after, id)).toBe(writtenAs(text, id))
        const place = text.indexOf('[')
        expect(after.slice(0, place)).toBe(text.slice(0, place))
      }),
      { numRuns: 1000 },
    )
  })

  test('however oddly a list is written, another order loses nothing', () => {
    const list = withPath(json5Text)
      .filter(({ doc, path }) => Array.isArray(at(doc.value, path)))
      .chain(({ doc: { text, value }, path }) => {
        const items = at(value, path) as unknown[]
        return fc
          .shuffledSubarray(items, { minLength: items.length })
          .map((order) => ({ text, path, order: order.map((item) => structuredClone(item)) }))
      })
    fc.assert(
      fc.property(list, ({ text, path, order }) => {
        const after = edited(text, { kind: 'set', path, value: order }).text
        expect(commentTexts(after).sort()).toEqual(commentTexts(text).sort())
        expect(JSON5.stringify(at(JSON5.parse(after), path))).toBe(JSON5.stringify(order))
      }),
      { numRuns: 1000 },
    )
  })

  /** An element with the comment lines right above it and, behind it, the comment on its line. */
  function writtenAs(text: string, id: string): string {
    if (text.split(/\r?\n/).length < 6) return new RegExp(`['"]${id}['"]`).exec(text)?.[0] ?? ''
    const lines = text.split(/\r?\n/).map((line) => line.trim())
    const own = lines.findIndex((line) => line.includes(id))
    let first = own
    while (/^\/[/*] ?(?:about|two|lines)/.test(lines[first - 1] ?? '')) first -= 1
    return lines
      .slice(first, own + 1)
      .join('\n')
      .replace(/(['"]),/, '$1')
  }
})

describe('whatever somebody calls JSON5', () => {
  const edits: readonly Json5Edit[] = [
    { kind: 'set', path: ['auth', 'order', 'a'], value: ['x', 'y'] },
    { kind: 'remove', path: ['b'] },
  ]
  const pieces = [
    '{', '}', '[', ']', ',', ':', '"', "'", '//', '/*', '*/', '\\', '\n', '\r', '\ufeff', ' ', 'a', '$', '0x', '1',
    '.', '+', '-', 'null', 'NaN', 'auth', 'order', '"auth"', '{auth:', '\u0000', '\ud800', '\\u0061',
  ] // prettier-ignore

  test.each([
    ['any text', fc.string({ unit: 'binary' })],
    ['pieces of JSON5', fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''))],
    [
      'a text with a hole',
      fc.tuple(json5Text, fc.nat(), fc.nat(5)).map(([{ text }, place, length]) => {
        const start = place % (text.length + 1)
        return text.slice(0, start) + text.slice(start + length)
      }),
    ],
  ])('%s is edited or refused, and never throws', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const result = editJson5(text, edits)
        if ('problem' in result) expect(['syntax', 'not_an_object', 'too_deep']).toContain(result.problem)
        else expect(JSON5.parse<object>(result.text)).toMatchObject({ auth: { order: { a: ['x', 'y'] } } })
      }),
      { numRuns: 3000 },
    )
  })
})
