import type { Condition, Family } from '../rules/condition.ts'
import type { FailureSignal } from '../types.ts'
import { CHECKS } from './checks.ts'
import { createTextAutomaton, isFound, type Needle, type TextAutomaton } from './text-automaton.ts'
import type { TextView } from './text-view.ts'

/** A failure as the conditions see it: one of its texts, and what came beside the text. */
export interface Subject {
  readonly view: TextView
  readonly signal: FailureSignal
  /** Given, or read from the beginning of the message. */
  readonly status: number | null
}

export type Test = (subject: Subject) => boolean

/** Turns conditions into tests that share one automaton, so that every text is read once however many rules there are. */
export class ConditionCompiler {
  readonly #needles: Needle[] = []
  readonly #groups = new Map<string, number>()
  readonly #families = new Map<Family, Test[]>()

  /** Tests of rules that others may refer to by their family. */
  addToFamily(family: Family, test: Test): void {
    const tests = this.#families.get(family)
    if (tests) tests.push(test)
    else this.#families.set(family, [test])
  }

  /** Whether a rule of the family holds. The rules may be added later, but before the first call of the test. */
  family(family: Family): Test {
    return (subject) => this.#families.get(family)?.some((test) => test(subject)) ?? false
  }

  compile(condition: Condition): Test {
    if ('has' in condition) return this.#occurs(condition.has, false)
    if ('hasWord' in condition) return this.#occurs(condition.hasWord, true)
    if ('all' in condition) return every(condition.all.map((part) => this.compile(part)))
    if ('any' in condition) return some(condition.any.map((part) => this.compile(part)))
    if ('not' in condition) {
      const test = this.compile(condition.not)
      return (subject) => !test(subject)
    }
    if ('family' in condition) return this.family(condition.family)
    if ('check' in condition) return this.#check(condition.check)
    if ('first' in condition) return this.#sequence(condition.first, condition.next, condition.within)
    if ('startsWith' in condition) return this.#placed(condition.startsWith, (text, needle) => text.startsWith(needle))
    if ('isText' in condition)
      return this.#placed(condition.isText, (text, needle) => text === needle || text === `${needle}.`)
    return structuredTest(condition)
  }

  /**
   * A group that is found wherever the condition can hold at all, so that most rules are passed over without being
   * asked; null: the condition can hold without any of its texts.
   */
  gate(condition: Condition): number | null {
    const texts = necessaryTexts(condition)
    return texts ? this.#group(texts, false) : null
  }

  build(): TextAutomaton {
    return createTextAutomaton(this.#needles, this.#groups.size)
  }

  #occurs(texts: readonly string[], isWord: boolean): Test {
    const group = this.#group(texts, isWord)
    return ({ view }) => isFound(view.groups, group)
  }

  #group(texts: readonly string[], isWord: boolean): number {
    const lower = texts.map((text) => text.toLowerCase())
    const key = `${isWord} ${lower.join('\n')}`
    const known = this.#groups.get(key)
    if (known !== undefined) return known
    const group = this.#groups.size
    this.#groups.set(key, group)
    for (const text of lower) this.#needles.push({ text, group, isWord })
    return group
  }

  /** Asks for the exact place only where the text occurs at all. */
  #placed(texts: readonly string[], isPlaced: (text: string, needle: string) => boolean): Test {
    const occurs = this.#occurs(texts, false)
    const needles = texts.map((text) => text.toLowerCase())
    return (subject) => occurs(subject) && needles.some((needle) => isPlaced(subject.view.lower(), needle))
  }

  #sequence(first: readonly string[], then: readonly string[], within: number): Test {
    const occur = every([this.#occurs(first, false), this.#occurs(then, false)])
    return (subject) => occur(subject) && isInOrder(subject.view.lower(), first, then, within)
  }

  #check(name: keyof typeof CHECKS): Test {
    const check = CHECKS[name]
    const needs: readonly string[] = check.needs
    const may = needs.length === 0 ? () => true : this.#occurs(needs, false)
    return (subject) => may(subject) && check.test(subject.view)
  }
}

/** Texts of which one occurs wherever the condition holds; null: there are none. */
function necessaryTexts(condition: Condition): readonly string[] | null {
  if ('has' in condition) return condition.has
  if ('hasWord' in condition) return condition.hasWord
  if ('startsWith' in condition) return condition.startsWith
  if ('isText' in condition) return condition.isText
  if ('first' in condition) return condition.first
  if ('bodyCode' in condition || 'bodyType' in condition) return ['{']
  if ('check' in condition) {
    const { needs } = CHECKS[condition.check]
    return needs.length > 0 ? needs : null
  }
  if ('all' in condition) {
    const parts = condition.all.map(necessaryTexts).filter((texts) => texts !== null)
    return parts.toSorted((a, b) => a.length - b.length)[0] ?? null
  }
  if (!('any' in condition)) return null
  const parts = condition.any.map(necessaryTexts)
  return parts.every((texts) => texts !== null) ? parts.flat() : null
}

function structuredTest(condition: Condition): Test {
  if ('startsWithStatus' in condition) {
    const statuses = new Set(condition.startsWithStatus)
    return ({ view }) => view.leadingStatus !== null && statuses.has(view.leadingStatus)
  }
  if ('status' in condition) {
    const statuses = new Set(condition.status)
    return ({ status }) => status !== null && statuses.has(status)
  }
  if ('code' in condition) {
    const codes = lowerSet(condition.code)
    return ({ signal }) => signal.code !== null && codes.has(signal.code.toLowerCase())
  }
  if ('bodyCode' in condition) {
    const codes = lowerSet(condition.bodyCode)
    return ({ view }) => hasBodyName(view, 'codes', codes)
  }
  if ('bodyType' in condition) {
    const types = lowerSet(condition.bodyType)
    return ({ view }) => hasBodyName(view, 'types', types)
  }
  if ('errorType' in condition) {
    const types = lowerSet(condition.errorType)
    return ({ signal }) => signal.errorType !== null && types.has(signal.errorType.toLowerCase())
  }
  return () => false
}

function hasBodyName(view: TextView, names: 'codes' | 'types', wanted: ReadonlySet<string>): boolean {
  return view.text.includes('{') && view.body()[names].some((name) => wanted.has(name.toLowerCase()))
}

function lowerSet(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()))
}

function every(tests: readonly Test[]): Test {
  const [first, second] = tests
  if (first && tests.length === 1) return first
  if (first && second && tests.length === 2) return (subject) => first(subject) && second(subject)
  return (subject) => tests.every((test) => test(subject))
}

function some(tests: readonly Test[]): Test {
  const [first, second] = tests
  if (first && tests.length === 1) return first
  if (first && second && tests.length === 2) return (subject) => first(subject) || second(subject)
  return (subject) => tests.some((test) => test(subject))
}

/** Looks at no more than the given stretch behind each place: linear in the text, as the stretch is a constant. */
function isInOrder(text: string, first: readonly string[], then: readonly string[], within: number): boolean {
  const longest = Math.max(...then.map(({ length }) => length))
  return first.some((start) => {
    for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + start.length)) {
      const end = at + start.length
      const stretch = text.slice(end, end + within + longest)
      for (const next of then) {
        const found = stretch.indexOf(next)
        if (found !== -1 && found <= within) return true
      }
    }
    return false
  })
}
