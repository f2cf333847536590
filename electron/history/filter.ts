import { DECISIONS, type HistoryFilter } from '../../shared/contract/history/index.ts'
import type { Dictionaries } from './dictionaries.ts'
import type { DecisionColumn, HistoryMemory } from './memory.ts'

/** Rows of the decisions in memory, oldest first: all from one place to another, or those of a list. */
export interface Matches {
  readonly from: number
  readonly to: number
  /** null: every row in between. */
  readonly list: Uint32Array | null
  readonly count: number
}

export interface HistoryFilters {
  /** Found once for each filter, until the rows change. */
  matches(filter: HistoryFilter): Matches
}

/** As many as one screen asks for: its table, and the facets without each of their fields. */
const MOST_HELD = 24

export function createFilters(memory: HistoryMemory, words: Dictionaries): HistoryFilters {
  const held = new Map<string, { readonly version: string; readonly matches: Matches }>()
  return {
    matches(filter) {
      const name = JSON.stringify(filter)
      const version = `${memory.decisions.version} ${memory.runs.version} ${words.profiles.version}`
      const known = held.get(name)
      held.delete(name)
      const matches = known?.version === version ? known.matches : find(memory, words, filter)
      if (held.size >= MOST_HELD) held.delete(held.keys().next().value ?? '')
      held.set(name, { version, matches })
      return matches
    },
  }
}

/** The row at a place of the matches, oldest first. */
export function rowAt({ from, list }: Matches, place: number): number {
  return list === null ? from + place : (list[place] ?? 0)
}

function find(memory: HistoryMemory, words: Dictionaries, filter: HistoryFilter): Matches {
  const { decisions } = memory
  const from = filter.fromMs === undefined ? 0 : decisions.from(filter.fromMs)
  const to = Math.max(from, filter.toMs === undefined ? decisions.length : decisions.from(filter.toMs))
  const tests = testsOf(memory, words, filter)
  const [first, ...others] = tests
  if (first === undefined) return { from, to, list: null, count: to - from }
  let list = scan(first, memory, from, to)
  for (const test of others) list = narrow(test, memory, list)
  return { from, to, list, count: list.length }
}

/** One field's test: its column's value, or that of the row's run, has to be marked. */
type Test =
  | { readonly kind: 'column'; readonly column: DecisionColumn; readonly marks: Uint8Array }
  | { readonly kind: 'any'; readonly marks: WordMarks }

interface WordMarks {
  readonly names: Uint8Array
  readonly texts: Uint8Array
  readonly models: Uint8Array
  readonly profiles: Uint8Array
  readonly runs: Uint8Array
}

function testsOf(memory: HistoryMemory, words: Dictionaries, filter: HistoryFilter): Test[] {
  const { names, models, profiles } = words
  const { runs } = memory
  const tests: Test[] = []
  const test = (column: DecisionColumn, marks: Uint8Array): void => void tests.push({ kind: 'column', column, marks })
  if (filter.decisions !== undefined)
    test(
      'decision',
      marked(
        DECISIONS.length,
        filter.decisions.map((name) => DECISIONS.indexOf(name)),
      ),
    )
  if (filter.reasons !== undefined) test('reason', marked(names.size, filter.reasons.map(names.find)))
  if (filter.profiles !== undefined) test('profile', marked(profiles.size, filter.profiles.map(profiles.find)))
  if (filter.models !== undefined || filter.providers !== undefined) {
    const [chosenModels, chosenProviders] = [filter.models, filter.providers].map((list) => list && new Set(list))
    const marks = new Uint8Array(models.size + 1)
    for (let id = 1; id < models.size; id++) {
      const { provider, model } = models.get(id)
      const isChosen = chosenModels?.has(`${provider}/${model}`) !== false && chosenProviders?.has(provider) !== false
      if (isChosen) marks[id] = 1
    }
    test('candidate', marks)
  }
  if (filter.statuses !== undefined) {
    const statuses = filter.statuses.filter((status) => status > 0 && status < MOST_STATUS)
    test('status', marked(MOST_STATUS, statuses))
  }
  if (filter.agents !== undefined)
    test('run', runsWith(runs, runs.agent, marked(names.size, filter.agents.map(names.find))))
  if (filter.sessions !== undefined)
    test('run', runsWith(runs, runs.session, marked(names.size, filter.sessions.map(names.find))))
  if (filter.runs !== undefined) {
    const chosen = new Set(filter.runs)
    const marks = new Uint8Array(runs.size + 1)
    for (const key of chosen) runs.mark(key.toLowerCase(), marks)
    for (let id = 1; id < runs.size; id++) if (marks[id] === 1 && !chosen.has(runs.keyOf(id))) marks[id] = 0
    test('run', marks)
  }
  for (const word of wordsOf(filter.text)) tests.push({ kind: 'any', marks: marksOf(word, memory, words) })
  return tests
}

function marked(size: number, ids: readonly (number | null)[]): Uint8Array {
  const marks = new Uint8Array(size + 1)
  for (const id of ids) if (id !== null) marks[id] = 1
  return marks
}

/** Larger ones are none of HTTP. */
const MOST_STATUS = 65_536

function wordsOf(text: string | undefined): readonly string[] {
  return (text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

function runsWith({ size, outcome }: HistoryMemory['runs'], column: Int32Array, marks: Uint8Array): Uint8Array {
  const chosen = new Uint8Array(size + 1)
  for (let id = 1; id < size; id++) if (outcome[id] !== 0 && marks[column[id] ?? 0] === 1) chosen[id] = 1
  return chosen
}

function marksOf(word: string, { runs }: HistoryMemory, { names, texts, models, profiles }: Dictionaries): WordMarks {
  const marks: WordMarks = {
    names: new Uint8Array(names.size + 1),
    texts: new Uint8Array(texts.size + 1),
    models: new Uint8Array(models.size + 1),
    profiles: new Uint8Array(profiles.size + 1),
    runs: new Uint8Array(runs.size + 1),
  }
  names.searched.mark(word, marks.names)
  texts.searched.mark(word, marks.texts)
  runs.mark(word, marks.runs)
  for (let id = 1; id < models.size; id++) {
    const { provider, model } = models.get(id)
    if (`${provider}/${model}`.toLowerCase().includes(word)) marks.models[id] = 1
  }
  for (let id = 1; id < profiles.size; id++)
    if (profiles.nameOf(id).toLowerCase().includes(word)) marks.profiles[id] = 1
  const { session, agent, size } = runs
  for (let id = 1; id < size; id++)
    if (marks.names[session[id] ?? 0] === 1 || marks.names[agent[id] ?? 0] === 1) marks.runs[id] = 1
  // 0 is no text, whatever the word.
  for (const set of [marks.names, marks.texts, marks.models, marks.profiles, marks.runs]) set[0] = 0
  return marks
}

function scan(test: Test, memory: HistoryMemory, from: number, to: number): Uint32Array {
  const rows = new Uint32Array(to - from)
  for (let row = from; row < to; row++) rows[row - from] = row
  return narrow(test, memory, rows)
}

/** The rows of a list that pass, in its own memory. */
function narrow(test: Test, { decisions }: HistoryMemory, rows: Uint32Array): Uint32Array {
  const count =
    test.kind === 'column'
      ? keepMarked(rows, decisions.column(test.column), test.marks)
      : keepWord(rows, decisions, test.marks)
  return rows.subarray(0, count)
}

function keepMarked(rows: Uint32Array, column: Int32Array, marks: Uint8Array): number {
  let count = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    if (marks[column[row] ?? 0] === 1) rows[count++] = row
  }
  return count
}

function keepWord(rows: Uint32Array, decisions: HistoryMemory['decisions'], marks: WordMarks): number {
  const hits = new Uint8Array(rows.length)
  const places: readonly (readonly [DecisionColumn, Uint8Array])[] = [
    ['text', marks.texts],
    ['run', marks.runs],
    ['candidate', marks.models],
    ['requested', marks.models],
    ['reason', marks.names],
    ['code', marks.names],
    ['profile', marks.profiles],
  ]
  // A word is found in few dictionaries.
  for (const [column, of] of places) if (of.includes(1)) hit(hits, rows, decisions.column(column), of)
  let count = 0
  for (let at = 0; at < rows.length; at++) if (hits[at] === 1) rows[count++] = rows[at] ?? 0
  return count
}

function hit(hits: Uint8Array, rows: Uint32Array, column: Int32Array, marks: Uint8Array): void {
  for (let at = 0; at < rows.length; at++) if (marks[column[rows[at] ?? 0] ?? 0] === 1) hits[at] = 1
}
