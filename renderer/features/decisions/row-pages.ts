import type { DecisionRow, HistoryPage } from '../../../shared/contract/history/index.ts'
import type { ActionProblem } from '../../lib/state/use-host-action.ts'

/** More than a screen of them, and few enough that another filter is answered at once. */
export const PAGE_ROWS = 100
/** Pages that are kept: 6000 rows. */
const MOST_PAGES = 60
const MOST_AT_ONCE = 2

export type LoadPage = (offset: number, limit: number) => Promise<HistoryPage>

/** What is known of the list as a whole. */
export interface ListFacts {
  /** Rows of the list as it is shown; null: not known yet. */
  readonly count: number | null
  /** Rows that came since, above the first one. */
  readonly newRows: number
  /** Times of everything that is stored. */
  readonly firstMs: number | null
  readonly lastMs: number | null
  readonly problem: ActionProblem | null
}

interface LoadedPage {
  readonly rows: readonly DecisionRow[]
  readonly generation: number
}

const NOTHING: ListFacts = { count: null, newRows: 0, firstMs: null, lastMs: null, problem: null }

/**
 * The rows of a filter, newest first, of which only those near the screen are here: pages by number, the least recently
 * wanted ones given up first. While the newest row is in sight (`pinned`) the list follows what is stored. Otherwise it stays
 * as it is, new rows are only counted, and pages are asked for that much further down.
 */
export class RowPages {
  #load: LoadPage
  readonly #explain: (error: unknown) => ActionProblem
  readonly #listeners = new Set<() => void>()
  readonly #pages = new Map<number, LoadedPage>()
  readonly #loading = new Set<number>()
  #facts = NOTHING
  #revision = 0
  /** Pages of an older one are shown until they are replaced. */
  #generation = 0
  #first = 0
  #end = 1
  #isPinned = true
  #isOutdated = false
  #version: string | null = null
  #isLooking = false
  #isStopped = true

  /** @param explain says what went wrong when pages cannot be had */
  constructor(load: LoadPage, explain: (error: unknown) => ActionProblem) {
    this.#load = load
    this.#explain = explain
  }

  /** Begins to ask, or goes on with it. Returns how to stop. */
  start(): () => void {
    this.#isStopped = false
    this.#pump()
    return () => {
      this.#isStopped = true
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Changes with everything that is known. */
  readonly revision = (): number => this.#revision

  /** The same object for as long as nothing of it changes. */
  readonly facts = (): ListFacts => this.#facts

  /** undefined: not here yet. */
  rowAt(index: number): DecisionRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS]
  }

  /** These rows are on the screen now; `end` is not included. */
  want(first: number, end: number): void {
    this.#first = first
    this.#end = Math.max(first + 1, end)
    for (const page of this.#wantedPages()) this.#touch(page)
    this.#pump()
  }

  setPinned(isPinned: boolean): void {
    if (isPinned === this.#isPinned) return
    this.#isPinned = isPinned
    if (isPinned && this.#facts.newRows > 0) this.showNew()
  }

  /** What is stored has this version now; the first one that is heard of is what is being asked for anyway. */
  setVersion(version: string, load: LoadPage): void {
    const known = this.#version
    this.#version = version
    const isSame = known === null || known === version
    if (!isSame || this.#facts.problem !== null) this.changed(load)
  }

  /** Something else is stored now, the beginning of the span has moved along, or it is time to try again. */
  changed(load: LoadPage = this.#load): void {
    this.#load = load
    this.#isOutdated = true
    if (this.#facts.problem !== null) this.#set({ problem: null })
    this.#pump()
  }

  /** Shows what is new, in place of what is shown. */
  showNew(): void {
    const { count, newRows } = this.#facts
    this.#generation += 1
    this.#set({ count: count === null ? null : count + newRows, newRows: 0 })
    this.#pump()
  }

  #wantedPages(): readonly number[] {
    const { count } = this.#facts
    const end = count === null ? 1 : Math.min(this.#end, count)
    const first = Math.floor(this.#first / PAGE_ROWS)
    const last = Math.floor(Math.max(this.#first, end - 1) / PAGE_ROWS)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }

  #pump(): void {
    if (this.#isStopped || this.#facts.problem !== null) return
    if (this.#isOutdated && this.#loading.size === 0) {
      this.#isOutdated = false
      if (this.#isPinned) this.#generation += 1
      else void this.#look()
    }
    for (const page of this.#wantedPages()) {
      if (this.#loading.size >= MOST_AT_ONCE) return
      const isHere = this.#pages.get(page)?.generation === this.#generation
      if (!isHere && !this.#loading.has(page)) void this.#fetch(page)
    }
  }

  async #fetch(page: number): Promise<void> {
    this.#loading.add(page)
    const generation = this.#generation
    const shift = this.#facts.newRows
    try {
      const answer = await this.#load(page * PAGE_ROWS + shift, PAGE_ROWS)
      this.#loading.delete(page)
      if (!this.#isStopped) this.#take(page, { answer, generation, shift })
    } catch (error) {
      this.#loading.delete(page)
      if (!this.#isStopped) this.#set({ problem: this.#explain(error) })
    }
    this.#pump()
  }

  #take(page: number, { answer, generation, shift }: { answer: HistoryPage; generation: number; shift: number }): void {
    this.#compare(answer)
    // The numbers of the rows changed meanwhile: they are asked for once more.
    if (shift !== this.#facts.newRows) return
    // While the list follows, an answer is always of the present list, also where it showed that the others are not.
    if (generation === this.#generation || this.#isPinned) {
      this.#pages.delete(page)
      this.#pages.set(page, { rows: answer.rows, generation: this.#generation })
      this.#giveUpOldest()
    }
    this.#tell()
  }

  /** Compares how many rows there are with how many were known of. */
  #compare({ count, firstMs, lastMs }: HistoryPage): void {
    const known = this.#facts.count
    if (known === null) return this.#set({ count, firstMs, lastMs })
    const more = count - known - this.#facts.newRows
    if (more === 0) return this.#set({ firstMs, lastMs })
    if (this.#isPinned || count < known) {
      this.#generation += 1
      return this.#set({ count, newRows: 0, firstMs, lastMs })
    }
    this.#set({ newRows: count - known, firstMs, lastMs })
  }

  /** Only counts. */
  async #look(): Promise<void> {
    if (this.#isLooking) return void (this.#isOutdated = true)
    this.#isLooking = true
    try {
      const answer = await this.#load(0, 1)
      if (!this.#isStopped) this.#compare(answer)
    } catch (error) {
      if (!this.#isStopped) this.#set({ problem: this.#explain(error) })
    }
    this.#isLooking = false
    this.#pump()
  }

  #touch(page: number): void {
    const loaded = this.#pages.get(page)
    if (loaded === undefined) return
    this.#pages.delete(page)
    this.#pages.set(page, loaded)
  }

  #giveUpOldest(): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) return
      this.#pages.delete(page)
    }
  }

  #set(facts: Partial<ListFacts>): void {
    const names = Object.keys(facts) as (keyof ListFacts)[]
    if (names.every((name) => facts[name] === this.#facts[name])) return
    this.#facts = { ...this.#facts, ...facts }
    this.#tell()
  }

  #tell(): void {
    this.#revision += 1
    for (const listener of this.#listeners) listener()
  }
}
