import type { ReplyTo, RunEffect, RunReply, Step } from '../effects.ts'

/** Answers one effect of the machine. */
export type Answer = <E extends RunEffect>(effect: E) => ReplyTo<E>

/** Runs the machine to its end with answers that are at hand at once. */
export function drive<T>(machine: Step<T>, answer: (effect: RunEffect) => RunReply): T {
  let turn = machine.next(null)
  while (!turn.done) turn = machine.next(answer(turn.value))
  return turn.value
}
