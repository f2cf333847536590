import type { TextView } from './text-view.ts'
import { isWordAt } from './text-automaton.ts'

/** A property of a text that needs more than finding words. */
export interface Check {
  /** What it says, in words. */
  readonly matches: string
  /** One of these occurs wherever it holds; so it is only asked where one was found. */
  readonly needs: readonly string[]
  test(view: TextView): boolean
}

const NUMBER_LABELS = ['status', 'code', 'http', 'http/1.1', 'http/2', 'http/1.0', 'error']
const MAX_STATEMENT_CHARS = 600
const STREAM_ENDS = [
  'stream ended before message_stop',
  'stream ended without finish_reason',
  'stream ended without finish reason',
  'stream ended without a finish reason',
  'stream ended without a finish_reason',
]

export const CHECKS = {
  'request-above-limit': {
    matches: 'a requested number of tokens above the limit that it names',
    needs: ['requested'],
    test: (view) => {
      const limit = numberAfter(view.lower(), 'limit')
      const requested = numberAfter(view.lower(), 'requested')
      return limit !== null && requested !== null && requested > limit
    },
  },
  'has-payment-status': {
    matches: '402 where a status stands',
    needs: ['402'],
    test: (view) =>
      isLabelled(view.lower(), '402', [
        ...NUMBER_LABELS,
        'got',
        'returned',
        'received',
        'got a',
        'returned a',
        'received a',
      ]) ||
      (view.leadingStatus === 402 && view.lower().includes('402 payment')),
  },
  'has-rate-limit-status': {
    matches: '429 where a status stands',
    needs: ['429'],
    test: (view) =>
      view.leadingStatus === 429 || isLabelled(view.lower(), '429', ['status', 'code', 'http', 'http/1.1', 'http/2']),
  },
  'lacks-some-balance': {
    matches: '"insufficient … balance" with one word other than "account" between',
    needs: ['insufficient '],
    test: (view) => {
      const text = view.lower()
      for (let at = text.indexOf('insufficient '); at !== -1; at = text.indexOf('insufficient ', at + 1)) {
        const [word, next] = text.slice(at + 13, at + 60).split(' ', 2)
        if (word && word !== 'account' && next?.startsWith('balance')) return true
      }
      return false
    },
  },
  'has-headings': {
    matches: 'more than one Markdown heading of the second level, as a model writes them',
    needs: ['## '],
    test: (view) => view.text.split('## ', 3).length > 2,
  },
  'reads-as-prose': {
    matches: 'a text too long for an error message',
    needs: [],
    test: (view) => view.text.length > MAX_STATEMENT_CHARS,
  },
  'says-internal-server-error': {
    matches: 'internal server error, as the statement itself or together with the code 500',
    needs: ['internal server error'],
    test: (view) => {
      const text = view.lower()
      const quoted = text.indexOf('status: internal server error')
      return quoted <= 0 || isLabelled(text, '500', NUMBER_LABELS)
    },
  },
  'says-http-5xx': {
    matches: 'HTTP followed by a status of 500 or more',
    needs: ['http 5', 'http/1.1 5', 'http status 5', 'http status: 5', 'http: 5'],
    test: (view) => {
      const text = view.lower()
      for (const start of ['http 5', 'http/1.1 5', 'http status 5', 'http status: 5', 'http: 5'])
        for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1)) {
          const digits = at + start.length
          if (isDigit(text, digits) && isDigit(text, digits + 1) && !isDigit(text, digits + 2)) return true
        }
      return false
    },
  },
  'says-code-500': {
    matches: 'the code 500',
    needs: ['500'],
    test: (view) => isLabelled(view.lower(), '500', NUMBER_LABELS),
  },
  'says-stream-ended': {
    matches: 'nothing but a stream that ended before its last event',
    needs: ['stream ended'],
    test: (view) => {
      const text = view.lower().replace(/\.$/, '')
      if (text.length > 160) return false
      return STREAM_ENDS.some((end) => text.endsWith(end)) || text.includes('stream ended before a terminal')
    },
  },
} as const satisfies Record<string, Check>

export type CheckName = keyof typeof CHECKS

/** Whether a number stands on its own behind one of the labels, with only `:`, `=`, quotes or spaces between. */
export function isLabelled(text: string, digits: string, labels: readonly string[]): boolean {
  for (let at = text.indexOf(digits); at !== -1; at = text.indexOf(digits, at + 1)) {
    if (!isWordAt(text, at, at + digits.length)) continue
    let end = at
    while (end > 0 && at - end < 4 && ' :="\''.includes(text.charAt(end - 1))) end--
    if (end === at) continue
    if (labels.some((label) => text.endsWith(label, end) && isWordAt(text, end - label.length, end))) return true
  }
  return false
}

/** The first number behind a word, with only `:`, `=` or spaces between; thousands may be set apart by commas. */
function numberAfter(text: string, word: string): number | null {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    let start = at + word.length
    while (start - at - word.length < 4 && ' :='.includes(text.charAt(start)) && start < text.length) start++
    let digits = ''
    for (let end = start; digits.length < 15; end++) {
      if (isDigit(text, end)) digits += text.charAt(end)
      else if (text.charAt(end) !== ',' || digits === '') break
    }
    if (digits !== '') return Number(digits)
  }
  return null
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}
