import { readFileSync } from 'node:fs'
import JSON5 from 'json5'
import { describe, expect, test } from 'vitest'
import { editJson5, type EditedJson5, type Json5Edit } from '../../electron/json5/index.ts'

function set(path: string, value: unknown): Json5Edit {
  return { kind: 'set', path: path === '' ? [] : path.split('/'), value }
}

function remove(path: string): Json5Edit {
  return { kind: 'remove', path: path.split('/') }
}

function edited(text: string, ...edits: readonly Json5Edit[]): EditedJson5 {
  const result = editJson5(text, edits)
  if ('problem' in result) throw new Error(result.problem)
  return result
}

function textOf(text: string, ...edits: readonly Json5Edit[]): string {
  return edited(text, ...edits).text
}

const CONFIG = `// mine
{
  // how it runs
  gateway: { mode: 'local', token: '\${GATEWAY_TOKEN}' }, // keep

  auth: {
    order: { // best first
      // paid ones
      alpha: [
        // on the good plan
        'alpha:work', // 200 a month
        "alpha:home",

        'alpha:old' /* until June */
        // add more here
      ],
    },
  },
  hex: 0xDEAD, half: +.5, 'long': 'a\\
b',
}
`

describe('setting a value', () => {
  test.each([
    ['a text', `{ a: 'x', b: 2 }`, 'a', 'y', `{ a: 'y', b: 2 }`],
    ['a number written in another way', '{ a: 0xFF }', 'a', 1, '{ a: 1 }'],
    ['a fraction without a zero', '{ a: +.5, b: -.5 }', 'a', 0.25, '{ a: 0.25, b: -.5 }'],
    ['quotes in a text', `{ a: 'x' }`, 'a', `it's "so"`, `{ a: 'it\\'s "so"' }`],
    ['a text over several lines', `{ a: 'x\\\ny', b: 1 }`, 'a', 'z', `{ a: 'z', b: 1 }`],
    ['line breaks of JSON only', '{"a":""}', 'a', '\u2028\n', '{"a":"\\u2028\\n"}'],
    ['an object in place of a text', `{ a: 'x' }`, 'a', { b: 1 }, '{ a: { b: 1 } }'],
    ['a text in place of an object', `{ a: { b: 1 }, c: 'c' }`, 'a', 'x', `{ a: 'x', c: 'c' }`],
    ['a key with quotes', `{ 'a b': 1 }`, 'a b', 2, `{ 'a b': 2 }`],
    ['a key with an escape', String.raw`{ \u0061b: 1 }`, 'ab', 2, String.raw`{ \u0061b: 2 }`],
    ['a key with letters of its own', '{ ünï: 1 }', 'ünï', 2, '{ ünï: 2 }'],
    ['a key that is a word of the language', '{ null: 1, true: 2 }', 'true', 3, '{ null: 1, true: 3 }'],
    ['__proto__', '{ "__proto__": 1 }', '__proto__', 2, '{ "__proto__": 2 }'],
    ['a key written twice: the last one counts', '{ a: 1, b: 2, a: 3 }', 'a', 4, '{ a: 1, b: 2, a: 4 }'],
    ['below a key written twice', '{ a: { x: 1 }, a: { x: 2 } }', 'a/x', 3, '{ a: { x: 1 }, a: { x: 3 } }'],
    ['an element of a list', '{ list: [{ a: 1 }, { a: 2 }] }', 'list/1/a', 3, '{ list: [{ a: 1 }, { a: 3 }] }'],
    ['the whole', ' 1 // one\n', '', 2, ' 2 // one\n'],
  ])('%s', (_, text, path, value, expected) => {
    expect(textOf(text, set(path, value))).toBe(expected)
  })

  test.each([
    ['hex', 57005],
    ['half', 0.5],
    ['long', 'ab'],
    ['gateway', { token: '${GATEWAY_TOKEN}', mode: 'local' }],
    ['auth/order/alpha', ['alpha:work', 'alpha:home', 'alpha:old']],
  ])('what is equal is left as it is: %s', (path, value) => {
    expect(edited(CONFIG, set(path, value))).toMatchObject({ text: CONFIG, splices: [] })
  })

  test('an object over an object is edited member by member', () => {
    const text = `{ a: { x: 0x1, /* gone */ y: 2, z: 3 /* three */ } }`
    expect(textOf(text, set('a', { z: 4, x: 1, n: 5 }))).toBe(`{ a: { x: 0x1, z: 4 /* three */, n: 5 } }`)
  })

  test('one value is one replacement', () => {
    const start = CONFIG.indexOf("'local'")
    expect(edited(CONFIG, set('gateway/mode', 'remote')).splices).toEqual([
      { start, end: start + "'local'".length, text: "'remote'" },
    ])
  })

  test('CF-08: what is written as a reference stays one', () => {
    const after = textOf(CONFIG, set('gateway/mode', 'remote'), set('auth/order/alpha', ['alpha:home']))
    expect(after).toContain("token: '${GATEWAY_TOKEN}'")
  })
})

describe('adding a member', () => {
  test.each([
    ['in one line', '{ a: 1 }', 'b', 2, '{ a: 1, b: 2 }'],
    ['in one line with a comma at its end', '{ a: 1, }', 'b', 2, '{ a: 1, b: 2, }'],
    ['without any blanks', '{"a":1}', 'b', { c: [1, 2] }, '{"a":1,"b":{"c":[1,2]}}'],
    ['in lines', '{\n    "a": 1\n}', 'b', 2, '{\n    "a": 1,\n    "b": 2\n}'],
    ['in lines with a comma at their end', "{\n\ta: 'x',\n}\n", 'b', 'y', "{\n\ta: 'x',\n\tb: 'y',\n}\n"],
    [
      'with line breaks of Windows',
      '{\r\n  a: 1\r\n}',
      'b',
      { c: 1 },
      '{\r\n  a: 1,\r\n  b: {\r\n    c: 1\r\n  }\r\n}',
    ],
    ['with commas in front', '{\n  a: 1\n  , b: 2\n}', 'c', 3, '{\n  a: 1\n  , b: 2\n  , c: 3\n}'],
    ['behind a comment', '{\n  a: 1 // one\n}', 'b', 2, '{\n  a: 1, // one\n  b: 2\n}'],
    ['in front of a last comment', '{\n  a: 1,\n  // end\n}', 'b', 2, '{\n  a: 1,\n  b: 2,\n  // end\n}'],
    ['a key that needs quotes', `{ a: 'x' }`, 'b-c', 1, `{ a: 'x', 'b-c': 1 }`],
    ['a key that needs none where all have some', `{ 'a': 1 }`, 'b', 2, `{ 'a': 1, 'b': 2 }`],
    ['to nothing', '{}', 'a', [1], '{\n  "a": [\n    1\n  ]\n}'],
    ['to nothing, on a line', '{ x: {}, y: { z: [1] } }', 'x/a', [1], '{ x: { a: [1] }, y: { z: [1] } }'],
    ['to a comment', '{\n  // later\n}', 'a', 1, '{\n  // later\n  "a": 1\n}'],
    ['to a comment on one line', '{ /* later */ }', 'a', 1, '{ /* later */\n  "a": 1\n}'],
    ['__proto__', '{ a: 1 }', '__proto__', 2, '{ a: 1, __proto__: 2 }'],
    ['with what it lies in', '{ a: 1 }', 'b/c/d', 2, '{ a: 1, b: { c: { d: 2 } } }'],
    ['behind a mark', '\ufeff{\n  a: 1\n}', 'b', 2, '\ufeff{\n  a: 1,\n  b: 2\n}'],
  ])('%s', (_, text, path, value, expected) => {
    expect(textOf(text, set(path, value))).toBe(expected)
  })

  test('in the style of its neighbours', () => {
    expect(textOf(CONFIG, set('auth/order/beta', ["it's", 'b']), set('auth/profiles/b:1/mode', 'token'))).toBe(
      CONFIG.replace(
        `      ],
    },
  },`,
        `      ],
      beta: [
        'it\\'s',
        'b',
      ],
    },
    profiles: {
      'b:1': {
        mode: 'token',
      },
    },
  },`,
      ),
    )
  })
})

describe('removing a member', () => {
  test.each([
    ['the first', '{ a: 1, b: 2 }', 'a', '{ b: 2 }'],
    ['the last', '{ a: 1, b: 2 }', 'b', '{ a: 1 }'],
    ['the last with a comma behind it', '{ a: 1, b: 2, }', 'b', '{ a: 1, }'],
    ['the only one', '{\n  // mine\n  a: 1, // one\n}', 'a', '{}'],
    ['with its comments and its blank line', '{\n  a: 1,\n\n  // b\n  b: 2, // two\n\n  c: 3\n}', 'b', '{\n  a: 1,\n\n  c: 3\n}'],
    ['and keeps the comment of its neighbour', '{\n  a: 1, // one\n  b: 2 // two\n}', 'b', '{\n  a: 1 // one\n}'],
    ['and keeps the head of a section', '{\n  a: 1,\n\n  // section\n\n  b: 2,\n  c: 3\n}', 'b', '{\n  a: 1,\n\n  // section\n\n  c: 3\n}'],
    ['and keeps a comment at the end', '{\n  a: 1,\n  b: 2\n  // end\n}', 'b', '{\n  a: 1\n  // end\n}'],
    ['all of those with that name', '{ a: 1, b: 2, a: 3 }', 'a', '{ b: 2 }'],
    ['of a list, by its place', '[1, 2, 3]', '1', '[1, 3]'],
    ['that is not there', '{ a: 1 }', 'b/c', '{ a: 1 }'],
  ])('%s', (_, text, path, expected) => {
    expect(textOf(text, remove(path))).toBe(expected)
  }) // prettier-ignore
})

describe('changing a list', () => {
  const inOrder = (...ids: readonly string[]): string => textOf(CONFIG, set('auth/order/alpha', ids))
  const list = (inside: string): string =>
    CONFIG.replace(/alpha: \[[^\]]*\]/, () => `alpha: [${inside}        // add more here\n      ]`)

  test('CF-04: elements move with their comments', () => {
    expect(inOrder('alpha:old', 'alpha:work', 'alpha:home')).toBe(
      list(`
        'alpha:old', /* until June */
        // on the good plan
        'alpha:work', // 200 a month

        "alpha:home"
`),
    )
  })

  test('what goes takes its comments along', () => {
    expect(inOrder('alpha:home')).toBe(list(`\n        "alpha:home"\n`))
  })

  test('what comes is written like the others', () => {
    expect(inOrder('alpha:home', 'alpha:new', 'alpha:work')).toBe(
      list(`
        "alpha:home",
        'alpha:new',
        // on the good plan
        'alpha:work' // 200 a month
`),
    )
  })

  test('there and back again', () => {
    const there = inOrder('alpha:old', 'alpha:home', 'alpha:work')
    expect(textOf(there, set('auth/order/alpha', ['alpha:work', 'alpha:home', 'alpha:old']))).toBe(CONFIG)
  })

  test.each([
    ['one line', `['a', "b"]`, ['b', 'a', 'c'], `["b", 'a', "c"]`],
    ['one line, no blanks', '["a","b"]', ['c', 'b'], '["c","b"]'],
    ['comments between', `[/* 1 */ 'a' /* one */, /* 2 */ 'b']`, ['b', 'a'], `[/* 2 */ 'b', /* 1 */ 'a' /* one */]`],
    ['a comment to the end of the line', `['a', 'b' // b\n]`, ['b', 'a'], `['b', // b\n'a'\n]`],
    ['commas in front', `[\n  'a' // a\n  , 'b'\n]`, ['b', 'a'], `[\n  'b'\n  , 'a' // a\n]`],
    ['to nothing', `[\n  'a', // a\n]`, [], '[]'],
    ['to nothing but a comment of its own', `[ // all\n  'a',\n  // end\n]`, [], `[ // all\n  // end\n]`],
    ['from nothing', '[]', ['a', 'b'], '[\n  "a",\n  "b"\n]'],
    ['from nothing but a comment', '[ // none\n]', ['a'], '[ // none\n  "a"\n]'],
    ['the same one twice', `['a', "a", 'b']`, ['b', 'a', 'a'], `['b', 'a', "a"]`],
    ['less of the same', `['a', "a"]`, ['a'], `['a']`],
    ['numbers written in another way', '[0x1, +2, .5]', [0.5, 1, 2], '[.5, 0x1, +2]'],
    ['objects and lists', '[{ a: 0x1 }, [1]]', [[1], { a: 1 }], '[[1], { a: 0x1 }]'],
    ['texts like comments', `['// a', "/* b", ',']`, [',', '// a'], `[',', '// a']`],
  ])('%s', (_, text, value, expected) => {
    expect(textOf(text, set('', value))).toBe(expected)
  })
})

describe('several edits', () => {
  test('each is made in the text that the one before has left', () => {
    const result = edited('{ a: 1, b: [1, 2] }', set('b', [2]), remove('a'), set('c', 3), set('b', [2, 4]))
    expect(result.text).toBe('{ b: [2, 4], c: 3 }')
    expect(result.before).toEqual({ a: 1, b: [1, 2] })
    expect(result.after).toEqual({ b: [2, 4], c: 3 })
  })
})

describe('what is refused', () => {
  test.each([
    ['syntax', '{ a: ', set('a', 1)],
    ['syntax', '', set('a', 1)],
    ['syntax', '{} {}', set('a', 1)],
    ['not_an_object', '{ a: null }', set('a/b', 1)],
    ['not_an_object', '[1]', set('b', 1)],
    ['not_an_object', '[1]', set('1', 1)],
    ['not_an_object', '{}', { kind: 'remove', path: [] }],
    ['invalid_value', '{}', set('a', undefined)],
    ['invalid_value', '{}', set('a', new Date(0))],
    ['invalid_value', '{}', set('a', [() => 1])],
    ['too_deep', '['.repeat(5000) + ']'.repeat(5000), set('0', 1)],
    ['cannot_splice', '{"this":"is JSON"}', set('a', Number.NaN)],
  ] satisfies [string, string, Json5Edit][])('%s (%#)', (problem, text, edit) => {
    expect(editJson5(text, [edit])).toEqual({ problem })
  })

  test('a value that contains itself', () => {
    const value: Record<string, unknown> = {}
    value['self'] = value
    expect(editJson5('{}', [set('a', value)])).toEqual({ problem: 'invalid_value' })
  })
})

describe('configurations that real releases have written', () => {
  const FIXTURES = new URL('../fixtures/', import.meta.url)
  const configOf = (release: string): string =>
    readFileSync(new URL(`openclaw-${release}/state/openclaw.json`, FIXTURES), 'utf8')

  test('2026.5.20, written by hand: another order and another account', () => {
    const text = configOf('2026.5.20')
    const after = textOf(
      text,
      set('auth/order/alpha', ['alpha:home', 'alpha:work']),
      set('auth/order/beta', ['beta:spare']),
      set('auth/profiles/gamma:new', { provider: 'gamma', mode: 'token' }),
    )
    expect(after).toBe(
      text
        .replace('alpha: ["alpha:work", "alpha:home"] }', 'alpha: ["alpha:home", "alpha:work"], beta: ["beta:spare"] }')
        .replace(
          '"beta:spare": { provider: "beta", mode: "api_key" },\n',
          (line) => `${line}      "gamma:new": { provider: "gamma", mode: "token" },\n`,
        ),
    )
  })

  test.each(['2026.7.1', '2026.9.6'])('%s, written as JSON: it stays what JSON would be', (release) => {
    const text = configOf(release)
    const after = edited(
      text,
      set('auth/order/alpha', ['alpha:work', 'alpha:home', 'alpha:new']),
      set('auth/order/beta', []),
      set('auth/profiles/alpha:new', { provider: 'alpha', mode: 'api_key', email: 'me@example.com' }),
      remove('auth/profiles/beta:spare'),
      set('agents/defaults/model/fallbacks', ['beta/chat']),
    )
    expect(after.text).toBe(`${JSON.stringify(after.after, null, 2)}\n`)
  })

  test.each(['2026.5.20', '2026.7.1', '2026.9.6'])('%s: there and back again, byte for byte', (release) => {
    const text = configOf(release)
    const { auth } = JSON5.parse<{ auth: { order: { alpha: string[] } } }>(text)
    const there = textOf(text, set('auth/order/alpha', auth.order.alpha.toReversed()), set('auth/order/beta', ['b']))
    expect(there).not.toBe(text)
    expect(textOf(there, set('auth/order/alpha', auth.order.alpha), remove('auth/order/beta'))).toBe(text)
  })

  const VARIANTS: readonly (readonly [string, (text: string) => string])[] = [
    ['line breaks of Windows', (text) => text.replaceAll('\n', '\r\n')],
    ['a mark in front', (text) => `\ufeff${text}`],
    ['no line break at the end', (text) => text.trimEnd()],
    ['tabs', (text) => text.replaceAll('  ', '\t')],
    ['single quotes', (text) => text.replaceAll('"', "'")],
    ['comments on every line', (text) => text.replaceAll('\n', ' // "note", {\n')],
    ['comment lines', (text) => text.replaceAll('\n', '\n/* [ */ // ]\n')],
  ]
  test.each(VARIANTS)('%s', (_, change) => {
    const edits = [
      set('auth/order/alpha', ['alpha:home', 'alpha:third', 'alpha:work']),
      remove('auth/profiles/beta:main'),
    ]
    for (const release of ['2026.5.20', '2026.7.1', '2026.9.6']) {
      const text = change(configOf(release))
      const { text: after, splices } = edited(text, ...edits)
      // All that differs lies in the two places that are edited.
      expect(after.slice(0, 60)).toBe(text.slice(0, 60))
      const models = (source: string): string => source.slice(source.search(/["']?models["']?:/))
      expect(models(after)).toBe(models(text))
      expect(splices.length).toBeLessThanOrEqual(2)
      expect(JSON5.parse(after)).toEqual(JSON5.parse(textOf(configOf(release), ...edits)))
    }
  })
})
