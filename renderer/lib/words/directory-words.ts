import type { Era, PolicyId } from '../../../shared/engine/index.ts'

const ERA_WORDS: Readonly<Record<Era, string>> = {
  J: 'JSON files',
  S1: 'SQLite per agent',
  S2: 'shared SQLite',
}

export function eraWords(era: Era): string {
  return ERA_WORDS[era]
}

export const POLICY_WORDS: Readonly<Record<PolicyId, { readonly name: string; readonly gist: string }>> = {
  'docs-2026.4': {
    name: 'Documented, 2026.4',
    gist: 'Cooldowns of 1 m, 5 m, 25 m, 1 h; billing 5 h doubling to 24 h',
  },
  'docs-2026.7': {
    name: 'Documented, 2026.7',
    gist: 'Cooldowns of 30 s, 1 m, 5 m; windows for one model; billing 5 h doubling to 24 h',
  },
  'openclaw-2026.7': {
    name: 'OpenClaw 2026.7',
    gist: 'As 2026.7 runs: counters start over when a window has ended',
  },
  'openclaw-2026.9': {
    name: 'OpenClaw 2026.9',
    gist: 'As 2026.9 runs: rate limits double from 30 s; billing from 10 m',
  },
}
