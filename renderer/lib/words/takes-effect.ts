import type { TakesEffect } from '../../../shared/contract/types.ts'

const WORDS: Readonly<Record<TakesEffect, string>> = {
  at_once: 'It counts at once.',
  reloads: 'The running OpenClaw reads it again by itself.',
  restarts: 'The running OpenClaw restarts itself for it.',
  keeps_own_copy: 'The running OpenClaw goes on with its own copy until it reads its stores again.',
}

/** What a running OpenClaw does about an edit, as a sentence. */
export function takesEffectWords(takesEffect: TakesEffect): string {
  return WORDS[takesEffect]
}
