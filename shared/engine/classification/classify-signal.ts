import { answerFrom, answerOf, merged, type Answer } from './answer.ts'
import { isOnlyStatus } from './body.ts'
import type { Classifier, Compiled } from './classifier.ts'
import { isFrom } from './generation.ts'
import type { Subject } from './matching/compile.ts'
import { isFound } from './matching/text-automaton.ts'
import { createTextView, type TextView } from './matching/text-view.ts'
import { paymentAnswer } from './payment.ts'
import { PARAMETER_CODES } from './rules/codes.ts'
import type { ProviderRule, StatusRule, TextRule } from './rules/rule.ts'
import { SERVER_PAGE_RULE } from './rules/statuses.ts'
import type { FailureSignal } from './types.ts'

/** What one layer of a failure amounts to. */
export interface Verdict {
  /** null: no rule knows it. An answer without a reason: a rule knows it as no reason for failover. */
  readonly answer: Answer | null
  readonly statusRuleId: string | null
  readonly status: number | null
  readonly view: TextView
  readonly subject: Subject
  readonly readsAsOverflow: boolean
}

const DETAILS_SINCE = '2026.9.6'
/** The page of a server that failed: its words are decoration. */
const SERVER_PAGE_STATUSES = [408, 499]

/** Classifies one layer of a failure. Codes, texts, the provider's own rules and the status each have a say. */
export function classifySignal(classifier: Classifier, signal: FailureSignal): Verdict {
  const view = createTextView(signal.message, classifier.automaton)
  const isSuppressed = signal.code?.toUpperCase() === 'SELECTED_AUTH_PROFILE_UNAVAILABLE'
  const explicit = isSuppressed ? null : asStatus(signal.status)
  const status = isSuppressed ? null : (explicit ?? view.leadingStatus)
  const subject: Subject = { view, signal, status }
  const message = textAnswer(classifier, subject, explicit)
  const readsAsOverflow = message?.family === 'overflow' || message?.family === 'overflow_broad'
  const verdict = (answer: Answer | null, statusRuleId: string | null): Verdict => ({
    answer: preferred(classifier, subject, answer),
    statusRuleId,
    status,
    view,
    subject,
    readsAsOverflow,
  })

  const text = isFrom(classifier.generation.release, DETAILS_SINCE)
    ? withDetails(classifier, subject, message)
    : message
  const provider = asksProvider(subject, explicit, text) ? firstRule(classifier.providers, subject) : null
  if (provider?.isFinal) return verdict(answerOf(provider), null)
  if (!provider && status === null) {
    const certificate = firstRule(classifier.certificates, subject)
    if (certificate) return verdict(answerOf(certificate), null)
  }
  if (isServerPage(status, view)) return pageVerdict(classifier, status, verdict)

  const code = codeAnswer(classifier, subject)
  if (code?.reason === 'auth_permanent') return verdict(code, null)
  const effective = provider ? answerOf(provider) : effectiveAnswer(classifier, signal, text, code)
  const rule = status === null ? undefined : classifier.statuses.get(status)
  if (rule) {
    const decided = statusAnswer({ classifier, rule, subject, effective, provider, isExplicit: explicit !== null })
    if (decided) return verdict(decided, rule.id)
    if (rule.asks === 'body') return verdict(effective, rule.id)
  }
  return verdict(code ?? effective, null)
}

/** The user's own rule where it applies: before everything, or after what is hard. */
function preferred(classifier: Classifier, subject: Subject, answer: Answer | null): Answer | null {
  if (classifier.ownFirst.length === 0 && classifier.own.length === 0) return answer
  const first = firstRule(classifier.ownFirst, subject)
  if (first) return answerOf(first)
  const isHard = answer?.reason === 'context_overflow' || answer?.ruleId === 'code.workspace'
  const own = isHard ? null : firstRule(classifier.own, subject)
  return own ? answerOf(own) : answer
}

function textAnswer(classifier: Classifier, subject: Subject, explicit: number | null): Answer | null {
  const { view } = subject
  const before = firstRule(classifier.beforePayment, subject)
  if (before) return answerOf(before, before.family)
  const payment = explicit === null ? paymentAnswer(classifier, subject, false) : null
  if (payment) return payment
  const startsWith429 = view.leadingStatus === 429
  for (const { rule, gate, test } of classifier.afterPayment) {
    if (gate !== null && !isFound(view.groups, gate)) continue
    if (startsWith429 && (rule.family === 'billing' || rule.family === 'account_balance')) continue
    if (test(subject)) return answerOf(rule, rule.family)
  }
  return null
}

function withDetails(classifier: Classifier, subject: Subject, message: Answer | null): Answer | null {
  for (const detail of subject.signal.details) {
    const view = createTextView(detail, classifier.automaton)
    const answer = textAnswer(classifier, { ...subject, view }, null)
    if (answer) return merged(message, answer)
  }
  return message
}

function effectiveAnswer(
  classifier: Classifier,
  signal: FailureSignal,
  text: Answer | null,
  code: Answer | null,
): Answer | null {
  // Earlier releases asked codes only where no status was known.
  if (!isFrom(classifier.generation.release, DETAILS_SINCE)) return text
  if (code && signal.code !== null && PARAMETER_CODES.includes(signal.code.toUpperCase())) return code
  return merged(text, code)
}

/** A provider's own rules are asked where something structured is there, or where the text said nothing. */
function asksProvider({ signal, status }: Subject, explicit: number | null, text: Answer | null): boolean {
  if (signal.provider === null) return false
  if (explicit !== null || signal.code !== null || signal.errorType !== null) return true
  return !text?.reason || text.reason === 'context_overflow' || status === 401 || status === 403 || status === 429
}

function codeAnswer(classifier: Classifier, subject: Subject): Answer | null {
  if (subject.signal.code === null && !subject.view.text.includes('{')) return null
  const rule = firstRule(classifier.codes, subject)
  return rule ? answerOf(rule) : null
}

function isServerPage(status: number | null, view: TextView): status is number {
  return status !== null && (status >= 500 || SERVER_PAGE_STATUSES.includes(status)) && view.body().kind === 'html'
}

function pageVerdict(
  classifier: Classifier,
  status: number,
  verdict: (answer: Answer | null, statusRuleId: string | null) => Verdict,
): Verdict {
  const rule = classifier.statuses.get(status)
  // Earlier releases gave a meaning to fewer statuses, but to every page of a failed server.
  if (!rule) return verdict(answerFrom(SERVER_PAGE_RULE.id, SERVER_PAGE_RULE.reason), SERVER_PAGE_RULE.id)
  return verdict(answerFrom(rule.id, rule.reason), rule.id)
}

interface StatusQuestion {
  readonly classifier: Classifier
  readonly rule: StatusRule
  readonly subject: Subject
  readonly effective: Answer | null
  readonly provider: ProviderRule | null
  /** The status was given, not read from the text. */
  readonly isExplicit: boolean
}

/** null: the status has no answer of its own. */
function statusAnswer(question: StatusQuestion): Answer | null {
  const { classifier, rule, subject, effective, provider, isExplicit } = question
  const byStatus = answerFrom(rule.id, rule.reason)
  if (rule.asks === 'payment') return paymentAnswer(classifier, subject, isExplicit)
  if (rule.asks === 'credential') {
    if (provider) return answerOf(provider)
    const permanent = familyAnswer(classifier.afterPayment, 'auth_permanent', subject)
    if (permanent) return permanent
  }
  if (rule.asks === 'credit') return creditAnswer(question) ?? byStatus
  if (effective?.reason && rule.keeps.includes(effective.reason)) return effective
  if (rule.asks === 'body' && (subject.view.text === '' || isOnlyStatus(subject.view.text))) return null
  return byStatus
}

/** Billing under 429: a text for it, or the ambiguous one where this provider means it. */
function creditAnswer({ classifier, subject, effective, provider }: StatusQuestion): Answer | null {
  if (provider?.reason === 'billing') return answerOf(provider)
  const { billing, accountBalance, balanceMeansBilling } = classifier.reads
  const isAmbiguous = effective?.family === 'account_balance'
  if (effective?.reason === 'billing' && !isAmbiguous) return effective
  if (billing(subject)) return familyAnswer(classifier.afterPayment, 'billing', subject)
  return accountBalance(subject) && balanceMeansBilling(subject)
    ? familyAnswer(classifier.afterPayment, 'account_balance', subject)
    : null
}

function familyAnswer(
  rules: readonly Compiled<TextRule>[],
  family: TextRule['family'],
  subject: Subject,
): Answer | null {
  for (const { rule, test } of rules) if (rule.family === family && test(subject)) return answerOf(rule, family)
  return null
}

export function firstRule<Rule>(rules: readonly Compiled<Rule>[], subject: Subject): Rule | null {
  const { groups } = subject.view
  for (const { rule, gate, test } of rules) if ((gate === null || isFound(groups, gate)) && test(subject)) return rule
  return null
}

function asStatus(status: number | null): number | null {
  return status !== null && Number.isInteger(status) && status >= 100 && status <= 599 ? status : null
}
