import { expect, test } from 'vitest'
import { defectText } from '../../electron/defect-text.ts'

const CANARY = 'sk-canary-0123456789'

function thrownBy(call: () => unknown): unknown {
  try {
    return call()
  } catch (error) {
    return error
  }
}

test('a parser that quotes what it read gives nothing of it to a log', () => {
  const error = thrownBy(() => JSON.parse(CANARY))
  expect(String(error)).toContain(CANARY.slice(0, 9))
  const text = defectText(error)
  expect(text).toContain('SyntaxError')
  expect(text).toMatch(/^\s+at /m)
  expect(text).not.toContain('canary')
})

test('the code of a system error is kept, its path and message are not', () => {
  const error = Object.assign(new Error(`no such file, open '/home/${CANARY}'`), { code: 'ENOENT' })
  expect(defectText(error).split('\n')[0]).toBe('Error ENOENT')
  expect(defectText(error)).not.toContain('/home/')
  expect(defectText(CANARY)).toBe('string')
})
