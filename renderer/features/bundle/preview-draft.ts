import type { BundlePreview } from '../../../shared/contract/history/index.ts'
import type { ActionProblem } from '../../lib/state/use-host-action.ts'
import { isSameChoice, type BundleChoice } from './bundle-choice.ts'

/** Choices that follow each other faster than this are one. */
export const CALM_MS = 350

/** Where the preview of what is chosen stands. What was made of another choice is never part of it. */
export type PreviewStage =
  | { readonly kind: 'making'; readonly of: BundleChoice }
  | MadeStage
  /** given up by a person */
  | { readonly kind: 'cancelled'; readonly of: BundleChoice }
  | { readonly kind: 'failed'; readonly of: BundleChoice; readonly problem: ActionProblem }

export interface MadeStage {
  readonly kind: 'made'
  readonly of: BundleChoice
  readonly preview: BundlePreview
  /** When it was asked for. */
  readonly atMs: number
  /** Decisions that were on record then. */
  readonly decisions: number
}

interface PreviewDraftParts {
  readonly choice: BundleChoice
  /** Decisions on record now. */
  readonly decisions: number
  /** Ends, rejected, when the signal aborts. */
  readonly make: (choice: BundleChoice, signal: AbortSignal) => Promise<Pick<MadeStage, 'preview' | 'atMs'>>
  readonly explain: (error: unknown) => ActionProblem
  /** Does something later. Returns how to leave it. */
  readonly after: (delayMs: number, task: () => void) => () => void
}

/**
 * The preview of a bundle while its options are being chosen. The host keeps one preview at a time and has to read the whole
 * span for it, so it is asked for one after another, not before the choice has been still for a moment, and no longer than
 * anybody wants it.
 */
export class PreviewDraft {
  readonly #parts: PreviewDraftParts
  readonly #listeners = new Set<() => void>()
  #choice: BundleChoice
  #decisions: number
  #stage: PreviewStage
  /** What the host has; null: nothing that anybody knows of. */
  #made: MadeStage | null = null
  /** Grows when what is being made would not do any more, whatever it is of. */
  #round = 0
  #asking: { readonly of: BundleChoice; readonly abort: () => void } | null = null
  #isStopped = true
  #leaveWait: (() => void) | null = null

  constructor(parts: PreviewDraftParts) {
    this.#parts = parts
    this.#choice = parts.choice
    this.#decisions = parts.decisions
    this.#stage = { kind: 'making', of: parts.choice }
  }

  /** Begins to ask, or goes on with it. Returns how to stop. */
  start(): () => void {
    this.#isStopped = false
    // Nobody said no: the connection was lost.
    if (this.#stage.kind === 'failed' && this.#stage.problem.code === null) this.#set(this.#making())
    this.#pump()
    return () => {
      this.#isStopped = true
      this.#stopWaiting()
      this.#asking?.abort()
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The same object for as long as nothing of it changes. */
  readonly stage = (): PreviewStage => this.#stage

  setDecisions(decisions: number): void {
    this.#decisions = decisions
  }

  choose(choice: BundleChoice): void {
    this.#choice = choice
    this.#stopWaiting()
    if (this.#made !== null && isSameChoice(this.#made.of, choice)) return this.#set(this.#made)
    this.#set(this.#making())
    this.#leaveWait = this.#parts.after(CALM_MS, () => {
      this.#leaveWait = null
      if (this.#asking !== null && !isSameChoice(this.#asking.of, this.#choice)) this.#asking.abort()
      this.#pump()
    })
  }

  /** Gives up what is being made. */
  cancel(): void {
    if (this.#stage.kind !== 'making') return
    this.#round += 1
    this.#stopWaiting()
    this.#asking?.abort()
    this.#set({ kind: 'cancelled', of: this.#choice })
  }

  /** Makes it anew of the same choice, at once. */
  again(): void {
    this.#round += 1
    this.#made = null
    this.#stopWaiting()
    this.#asking?.abort()
    this.#set(this.#making())
    this.#pump()
  }

  #pump(): void {
    const isWaiting = this.#leaveWait !== null
    if (this.#isStopped || this.#asking !== null || isWaiting || this.#stage.kind !== 'making') return
    void this.#ask(this.#choice, this.#round)
  }

  async #ask(choice: BundleChoice, round: number): Promise<void> {
    const controller = new AbortController()
    this.#asking = { of: choice, abort: () => controller.abort() }
    // The host gives it up for the next one.
    this.#made = null
    const decisions = this.#decisions
    const answer = await this.#parts.make(choice, controller.signal).then(
      (made): PreviewStage => ({ kind: 'made', of: choice, ...made, decisions }),
      (error: unknown): PreviewStage => ({ kind: 'failed', of: choice, problem: this.#parts.explain(error) }),
    )
    this.#asking = null
    // What was given up on purpose did not fail.
    const isGivenUp = controller.signal.aborted && answer.kind === 'failed'
    if (isGivenUp) return this.#pump()
    if (round === this.#round && isSameChoice(choice, this.#choice)) this.#land(answer)
    else if (round === this.#round && answer.kind === 'made') this.#made = answer
    this.#pump()
  }

  #land(answer: PreviewStage): void {
    // Whoever stopped does not want to hear that it did not work: it is asked for again.
    if (answer.kind === 'failed' && this.#isStopped) return
    this.#stopWaiting()
    if (answer.kind === 'made') this.#made = answer
    this.#set(answer)
  }

  #making(): PreviewStage {
    return { kind: 'making', of: this.#choice }
  }

  #stopWaiting(): void {
    this.#leaveWait?.()
    this.#leaveWait = null
  }

  #set(stage: PreviewStage): void {
    this.#stage = stage
    for (const listener of this.#listeners) listener()
  }
}
