import type { TakesEffect } from '../../../shared/contract/types.ts'

const WORDS: Readonly<Record<TakesEffect, string>> = {
  at_once: 'It counts from now on.',
  reloads: 'OpenClaw notices and reads it by itself.',
  restarts: 'OpenClaw restarts itself to read it; running requests may be cut.',
  keeps_own_copy: 'OpenClaw keeps using its own copy until it reloads.',
}

/** What a running OpenClaw does about an edit, as a sentence. */
export function takesEffectWords(takesEffect: TakesEffect): string {
  return WORDS[takesEffect]
}
