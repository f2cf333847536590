import { describe, expect, test } from 'vitest'
import { redactSecrets, truncated } from '../../shared/engine/classification/index.ts'
import { bugCase } from '../support/bug-case.ts'
import { classify } from '../support/classify.ts'

describe('secrets in results', () => {
  test('RD-01: keys are known by their shape, short words stay', () => {
    const { input, expected } = bugCase<{ items: readonly string[] }, { masked: readonly boolean[] }>('RD-01')
    expect(input.items.map((item) => !classify(`denied ${item} denied`).detail.includes(item))).toEqual(expected.masked)
  })

  test('RD-05: names of fields tell, counters of tokens do not', () => {
    const { input, expected } = bugCase<
      { value: Readonly<Record<string, unknown>> },
      { masked: readonly string[]; visible: readonly string[] }
    >('RD-05')
    const { detail } = classify(`400 ${JSON.stringify(input.value)}`)
    for (const name of expected.masked) expect(detail).toContain(`"${name}":"***"`)
    for (const name of expected.visible) expect(detail).toContain(`"${name}":${String(input.value[name])}`)
  })

  test('RD-07: an echoed key is masked by its shape, and a known one by its value', () => {
    const { input } = bugCase<{ message: string; status: number }, unknown>('RD-07')
    const result = classify(input)
    expect(result.reason).toBe('auth')
    expect(result.detail).toBe('Incorrect API key provided: ***back')
    expect(redactSecrets('{"note":"hunter22-as-is"} hunter22', ['hunter22'])).not.toContain('hunter22')
    expect(redactSecrets('a $& b', ['$&'.repeat(10)])).toBe('a $& b')
  })

  test.each([
    ['Authorization: Bearer abcdefgh1234567890', 'abcdefgh1234567890'],
    ['url?key=AIzaSyA1234567890abcdefghij', 'AIzaSyA1234567890abcdefghij'],
    ['{\\"api_key\\":\\"plainvalue\\"}', 'plainvalue'],
    ["{'client_secret': 'plainvalue'}", 'plainvalue'],
    ['token=abc123def456', 'abc123def456'],
    [`value ${'a1'.repeat(30)} here`, 'a1'.repeat(30)],
    [`${'a'.repeat(100)} ${'Z9'.repeat(40)}`, 'Z9'.repeat(40)],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', 'eyJhbGciOiJIUzI1NiJ9'],
    ['SK-PROJ-ABCDEFGHIJKLMNOP', 'SK-PROJ-ABCDEFGHIJKLMNOP'],
  ])('%s', (text, secret) => {
    expect(classify(text).detail).not.toContain(secret)
  })

  test.each([
    'invalid token: expired',
    'Missing bearer or basic authentication in header',
    'max_tokens: 16384, total_tokens: 27',
    'risk-assessment-of-the-model failed',
    'key: 5',
    'https://platform.openai.com/account/rate-limits',
  ])('%s stays readable', (text) => {
    expect(classify(text).detail).toBe(text)
  })

  test('what is cut is cut after masking, and never through a character', () => {
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz'
    const { detail } = classify(`${'x '.repeat(195)}${secret} and more text behind it`)
    expect(detail).toHaveLength(401)
    expect(detail).not.toContain('abcdef')
    expect(truncated('ab😀cd', 3)).toBe('ab…')
    expect(truncated('ab😀cd', 4)).toBe('ab😀…')
    expect(truncated('ab', 4)).toBe('ab')
  })
})
