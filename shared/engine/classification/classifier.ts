import { isPresent, type Generation } from './generation.ts'
import { SPAN_ANNOUNCED, SPAN_LONG, SPAN_PER_MINUTE, SPAN_SHORT } from './limit-span.ts'
import { ConditionCompiler, type Test } from './matching/compile.ts'
import type { TextAutomaton } from './matching/text-automaton.ts'
import { NO_OWN_RULES, type OwnRule } from './own-rules.ts'
import { SECRET_FIELD_WORDS, SECRET_SHAPE_WORDS } from './redact.ts'
import { HINT_WORDS } from './retry-hint/text.ts'
import { BALANCE_MEANS_BILLING, BILLING_BODY_TYPES, PAYMENT_RULES } from './rules/billing.ts'
import { CERTIFICATE_RULES, CODE_RULES } from './rules/codes.ts'
import { any, has, hasWord } from './rules/condition.ts'
import { TEXT_RULES_AFTER_PAYMENT, TEXT_RULES_BEFORE_PAYMENT } from './rules/index.ts'
import { PROVIDER_RULES } from './rules/providers.ts'
import { isInScope, type ClassificationRule, type ProviderRule, type StatusRule, type TextRule } from './rules/rule.ts'
import { STATUS_RULES } from './rules/statuses.ts'

/** A rule and how to ask it. */
export interface Compiled<Rule> {
  readonly rule: Rule
  /** It is only asked where this group of texts was found; null: always. */
  readonly gate: number | null
  readonly test: Test
}

/** What a policy classifies with, ready for use. Made once for a policy and the user's own rules; it never changes. */
export interface Classifier {
  readonly generation: Generation
  readonly automaton: TextAutomaton
  /** The user's own rules: those that come before everything, and those that come after the hard rules. */
  readonly ownFirst: readonly Compiled<OwnRule>[]
  readonly own: readonly Compiled<OwnRule>[]
  readonly beforePayment: readonly Compiled<TextRule>[]
  readonly afterPayment: readonly Compiled<TextRule>[]
  readonly payment: readonly Compiled<ClassificationRule>[]
  readonly codes: readonly Compiled<ClassificationRule>[]
  readonly certificates: readonly Compiled<ClassificationRule>[]
  readonly providers: readonly Compiled<ProviderRule>[]
  readonly statuses: ReadonlyMap<number, StatusRule>
  readonly reads: SharedTests
}

/** Questions that the order of the rules itself asks. */
export interface SharedTests {
  readonly billing: Test
  readonly accountBalance: Test
  readonly balanceMeansBilling: Test
  readonly requestTooLarge: Test
  /** Words of which one occurs in every sentence that tells when to come back. */
  readonly hint: Test
  /** The beginnings of keys that are known by their shape. */
  readonly secretShape: Test
  /** Words of which one occurs in the name of every field that holds a secret. */
  readonly secretField: Test
  /** Words for a quota that is counted by model. */
  readonly modelQuota: Test
  readonly span: {
    readonly isAnnounced: Test
    readonly isPerMinute: Test
    readonly isLong: Test
    readonly isShort: Test
  }
}

export interface ClassifierOptions {
  /** Checked rules of the user; see `readOwnRules`. */
  readonly ownRules?: readonly OwnRule[]
  /** Ids of rules of the table that are left out. */
  readonly withoutRules?: readonly string[]
}

export function createClassifier(generation: Generation, options: ClassifierOptions = {}): Classifier {
  const compiler = new ConditionCompiler()
  const without = new Set(options.withoutRules)
  const ownRules = (options.ownRules ?? NO_OWN_RULES).filter(({ isEnabled }) => isEnabled)
  const compile = <Rule extends ClassificationRule>(rules: readonly Rule[]): Compiled<Rule>[] =>
    rules.filter((rule) => isPresent(rule, generation) && !without.has(rule.id)).map((rule) => compiled(compiler, rule))
  const compileTexts = (rules: readonly TextRule[]): Compiled<TextRule>[] => {
    const texts = compile(rules)
    for (const { rule, test } of texts) compiler.addToFamily(rule.family, test)
    return texts
  }
  const compileOwn = (rules: readonly OwnRule[]): Compiled<OwnRule>[] => rules.map((rule) => compiled(compiler, rule))

  const parts = {
    ownFirst: compileOwn(ownRules.filter(({ isFirst }) => isFirst)),
    own: compileOwn(ownRules.filter(({ isFirst }) => !isFirst)),
    beforePayment: compileTexts(TEXT_RULES_BEFORE_PAYMENT),
    afterPayment: compileTexts(TEXT_RULES_AFTER_PAYMENT),
    payment: compile(PAYMENT_RULES),
    codes: compile(CODE_RULES),
    certificates: compile(CERTIFICATE_RULES),
    providers: compile(PROVIDER_RULES),
    statuses: statusMap(generation, without),
    reads: sharedTests(compiler),
  }
  return { generation, ...parts, automaton: compiler.build() }
}

const classifiers = new WeakMap<Generation, Classifier>()

/**
 * The classifier of a generation without rules of the user's own. It is made when it is first asked for, as its tables take
 * a few milliseconds and some hundred kilobytes, and is the same one from then on.
 */
export function classifierOf(generation: Generation): Classifier {
  const made = classifiers.get(generation) ?? createClassifier(generation)
  classifiers.set(generation, made)
  return made
}

function compiled<Rule extends Pick<ClassificationRule, 'when' | 'providers'>>(
  compiler: ConditionCompiler,
  rule: Rule,
): Compiled<Rule> {
  return { rule, gate: compiler.gate(rule.when), test: withScope(rule, compiler.compile(rule.when)) }
}

function withScope({ providers }: Pick<ClassificationRule, 'providers'>, test: Test): Test {
  if (!providers) return test
  return (subject) => isInScope(providers, subject.signal.provider) && test(subject)
}

function statusMap(generation: Generation, without: ReadonlySet<string>): ReadonlyMap<number, StatusRule> {
  const map = new Map<number, StatusRule>()
  for (const rule of STATUS_RULES)
    if (isPresent(rule, generation) && !without.has(rule.id))
      for (const status of rule.statuses) if (!map.has(status)) map.set(status, rule)
  return map
}

function sharedTests(compiler: ConditionCompiler): SharedTests {
  const hasBillingType = compiler.compile({ bodyType: BILLING_BODY_TYPES })
  return {
    billing: compiler.family('billing'),
    accountBalance: compiler.family('account_balance'),
    balanceMeansBilling: (subject) =>
      isInScope(BALANCE_MEANS_BILLING, subject.signal.provider) || hasBillingType(subject),
    requestTooLarge: compiler.compile({
      all: [{ check: 'request-above-limit' }, any(hasWord('tpm'), has('tokens per minute', 'request too large'))],
    }),
    hint: compiler.compile(has(...HINT_WORDS)),
    secretShape: compiler.compile(has(...SECRET_SHAPE_WORDS)),
    secretField: compiler.compile(has(...SECRET_FIELD_WORDS)),
    modelQuota: compiler.compile(has('perprojectpermodel', 'permodelper', 'per_model')),
    span: {
      isAnnounced: compiler.compile(SPAN_ANNOUNCED),
      isPerMinute: compiler.compile(SPAN_PER_MINUTE),
      isLong: compiler.compile(SPAN_LONG),
      isShort: compiler.compile(SPAN_SHORT),
    },
  }
}
