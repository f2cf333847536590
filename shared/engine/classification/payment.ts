import { answerFrom, answerOf, type Answer } from './answer.ts'
import type { Classifier } from './classifier.ts'
import { CHECKS } from './matching/checks.ts'
import type { Subject } from './matching/compile.ts'
import { createTextView } from './matching/text-view.ts'

/** Words that only repeat the status; they are taken off before the text is asked what it means. */
const WRAPPERS = ['error:', 'error ', 'http/1.1', 'http ', '402', 'payment required', ':', '-', '"', "'", ' ']
/** Texts that a bare 402 in front of them marks as a payment failure. */
const MARKED_AFTER_402 = ['payment required', "you've used up your points", 'used up your points', 'no available asset']
const MAX_TEXT_CHARS = 4000

/**
 * What a 402 means. With the status given it always means something; read from the text it counts where it stands as a
 * status, and a bare `402` in front only where its text says what it is about.
 */
export function paymentAnswer(classifier: Classifier, subject: Subject, isExplicit: boolean): Answer | null {
  const { view } = subject
  if (!isExplicit && !view.text.includes('402')) return null
  const isMarked = isExplicit || CHECKS['has-payment-status'].test(view) || isMarkedInFront(view.lower())
  if (!isMarked && view.leadingStatus !== 402) return null
  const text = unwrapped(view.lower())
  const inner = { ...subject, view: createTextView(text, classifier.automaton) }
  if (text !== '') for (const { rule, test } of classifier.payment) if (test(inner)) return answerOf(rule)
  return isMarked ? answerFrom('status.402', 'billing') : null
}

function isMarkedInFront(text: string): boolean {
  return text.startsWith('402 ') && MARKED_AFTER_402.some((words) => text.startsWith(words, 4))
}

/** The text without the words that repeat the status, and without web addresses, which name billing pages. */
function unwrapped(lower: string): string {
  let text = lower.slice(0, MAX_TEXT_CHARS)
  let length: number
  do {
    length = text.length
    for (const wrapper of WRAPPERS) if (text.startsWith(wrapper)) text = text.slice(wrapper.length)
  } while (text.length < length)
  return text.replace(/https?:\/\/[^\s"')]{1,2000}/g, ' ').trim()
}
