import * as fc from 'fast-check'
import JSON5 from 'json5'
import { describe, expect, test } from 'vitest'
import { mergeValues } from '../../electron/openclaw/config/merge-values.ts'
import { decodeText } from '../../electron/openclaw/files/decode-text.ts'
import { countKeys, countWrittenKeys } from '../../electron/openclaw/files/count-keys.ts'
import { findDuplicateKeys, parseJson } from '../../electron/openclaw/files/parse-json.ts'
import { scanJson } from '../../electron/openclaw/files/scan-json.ts'
import { positionAt } from '../../electron/openclaw/files/text-position.ts'
import { listNames, quoteName } from '../../electron/openclaw/wording.ts'

describe('text', () => {
  test('is decoded by its byte order mark', () => {
    expect(decodeText(Buffer.from('a'))).toEqual({ text: 'a', encoding: 'utf-8', isDamaged: false })
    expect(decodeText(Buffer.from('\ufeffa'))).toEqual({ text: 'a', encoding: 'utf-8-with-mark', isDamaged: false })
    expect(decodeText(Buffer.from('\ufeffä', 'utf16le'))).toEqual({ text: 'ä', encoding: 'utf-16', isDamaged: false })
    expect(decodeText(Buffer.from('\ufeffä', 'utf16le').swap16())).toMatchObject({ text: 'ä', encoding: 'utf-16' })
    expect(decodeText(Buffer.from([0xfe, 0xff, 0x00])).encoding).toBe('utf-16')
    expect(decodeText(Buffer.from([0x61, 0xff])).isDamaged).toBe(true)
    expect(decodeText(Buffer.from('a\ufeffb')).text).toBe('a\ufeffb')
  })

  test('has lines of every kind', () => {
    const text = 'a\nb\r\nc\rd'
    expect([...'abcd'].map((letter) => positionAt(text, text.indexOf(letter)))).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
    ])
  })
})

describe('JSON', () => {
  test.each([
    ['', { kind: 'empty' }],
    [' \n\0\0', { kind: 'empty' }],
    ['{} {}', { kind: 'several', position: { line: 1, column: 4 } }],
    ['1\n2', { kind: 'several', position: { line: 2, column: 1 } }],
    ['{"a":', { kind: 'syntax', position: { line: 1, column: 6 }, cause: { kind: 'end' } }],
    ['{"a" 1}', { kind: 'syntax', position: { line: 1, column: 6 }, cause: { kind: 'character', punctuation: null } }],
    ['{"a"::1}', { kind: 'syntax', position: { line: 1, column: 6 }, cause: { kind: 'character', punctuation: ':' } }],
    ['["a\n"]', { kind: 'syntax', position: { line: 1, column: 4 }, cause: { kind: 'line_break_in_text' } }],
    ['["a\r\n"]', { kind: 'syntax', position: { line: 1, column: 4 }, cause: { kind: 'line_break_in_text' } }],
    ['/* open', { kind: 'syntax', cause: { kind: 'end' } }],
    ['{a:1}', { kind: 'syntax', position: { line: 1, column: 2 }, cause: { kind: 'json5_only' } }],
    ['[1, [2],]', { kind: 'syntax', position: { line: 1, column: 8 }, cause: { kind: 'json5_only' } }],
    ["['x']", { kind: 'syntax', position: { line: 1, column: 2 }, cause: { kind: 'json5_only' } }],
    ['[+1]', { kind: 'syntax', position: { line: 1, column: 2 }, cause: { kind: 'json5_only' } }],
  ])('%j', (text, expected) => {
    expect(parseJson(text, 'json')).toMatchObject(expected)
  })

  test('is read with JSON5’s freedom only where that is meant', () => {
    expect(parseJson('{a: 0x10, /* b */ }', 'json5')).toEqual({ kind: 'value', value: { a: 16 } })
    expect(parseJson('{a: 0x10}', 'json').kind).toBe('syntax')
  })

  test('what any program writes is accepted as it is, and nothing in it looks written twice', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2), JSON5.stringify(value, null, 1)]) {
          expect(parseJson(text, 'json5')).toEqual({ kind: 'value', value: JSON5.parse(text) })
          expect(findDuplicateKeys(text)).toBeNull()
          expect(findDuplicateKeys(text, JSON5.parse(text))).toBeNull()
          const written = countWrittenKeys(text)
          if (written !== null) expect(written).toBe(countKeys(JSON5.parse(text)))
        }
      }),
    )
  })

  test('half of a document is never a document', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, at) => {
        const text = JSON.stringify(value)
        const cut = text.slice(0, 1 + (at % (text.length - 1)))
        expect(parseJson(cut, 'json')).toMatchObject({ kind: 'syntax', cause: { kind: 'end' } })
      }),
    )
  })
})

describe('keys written twice', () => {
  test.each([
    ['{"a":1,"a":2}', 1],
    ['{"a":{"a":1},"b":{"a":2}}', 0],
    ['[{"a":1},{"a":1}]', 0],
    [`{a:1,'a':2,"\\u0061":3}`, 2],
    ['{"a":"a","b":["a","a"]}', 0],
    ['{"a":1 /* "a": */, // "a":\n "b":2}', 0],
    ['{"__proto__":1,"constructor":2,"__proto__":3}', 1],
    [String.raw`{"a\"":1,"a\"":2,"a":3}`, 1],
  ])('%s', (text, count) => {
    expect(scanJson(text).duplicateKeyOffsets).toHaveLength(count)
    // A quick look at what was parsed never hides one.
    expect(findDuplicateKeys(text, JSON5.parse(text))?.count ?? 0).toBe(count)
  })

  test('are found wherever they are put into a document, by the quick look as well', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('a', '__proto__', '\\', '"', ':', '/', "'"))
    const document = fc.dictionary(key, fc.jsonValue(), { minKeys: 1 })
    fc.assert(
      fc.property(document, fc.nat(), fc.jsonValue(), (object, at, other) => {
        const keys = Object.keys(object)
        const twice = keys[at % keys.length] ?? ''
        const members = [...keys.map((name) => [name, object[name]] as const), [twice, other] as const]
        const text = `{${members.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')}}`
        expect(findDuplicateKeys(text, JSON.parse(text))?.count).toBe(1)
      }),
    )
  })

  test('are looked for in a document of any depth', () => {
    const text = `${'{"a":['.repeat(200_000)}${']}'.repeat(200_000)}`
    expect(countWrittenKeys(text)).toBe(200_000)
    expect(findDuplicateKeys(text, JSON.parse(text))).toBeNull()
  })

  test('are told with the place of the first', () => {
    expect(findDuplicateKeys('{"a":1,\n "b":1,\n "b":2, "a":3}')).toEqual({ count: 2, first: { line: 3, column: 2 } })
  })
})

test('values are laid over each other', () => {
  expect(mergeValues({ a: 1, b: { c: [1], d: 1 } }, { b: { c: [2], d: { e: 1 } }, f: 2 })).toEqual({
    a: 1,
    b: { c: [1, 2], d: { e: 1 } },
    f: 2,
  })
  expect(mergeValues([1], { a: 1 })).toEqual({ a: 1 })
  const merged = mergeValues(JSON.parse('{"__proto__":{"x":1}}'), JSON.parse('{"__proto__":{"y":2}}'))
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"x":1,"y":2}}')
})

test('names are quoted on one line, in one direction, and not without end', () => {
  expect(quoteName('a\u202eb\nc')).toBe('"a\ufffdb\ufffdc"')
  expect(quoteName('🚉'.repeat(100))).toBe(`"${'🚉'.repeat(80)}…"`)
  expect(listNames(['a', 'b'])).toBe('"a", "b"')
  expect(listNames(Array.from({ length: 12 }, (_, index) => String(index)))).toMatch(/"9" and 2 more$/)
})
