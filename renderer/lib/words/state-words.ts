import type { ProfileStatus, Window } from '../../../shared/engine/index.ts'

/**
 * What a mark can show: the states of a profile, and what a place in the line of models adds to them. A state is always
 * told three times: by glyph, by word, by colour.
 */
export type MarkState = 'serving' | 'ready' | 'cooldown' | 'disabled' | 'blocked' | 'excluded' | 'unusable'

/** The word for a running window. */
export function windowWord(window: Pick<Window, 'kind' | 'reason'>): string {
  if (window.kind === 'cooldown') return 'cooling'
  if (window.kind === 'blocked') return 'blocked'
  if (window.reason === 'billing') return 'disabled (billing)'
  return window.reason === 'auth_permanent' ? 'disabled (key)' : 'disabled'
}

/** The word for a profile; `isServing`: it is the one that answers now. */
export function profileWord(
  status: Pick<ProfileStatus, 'state' | 'windows' | 'isPartlyUsable'>,
  isServing: boolean,
): string {
  if (status.state === 'excluded') return 'not used'
  const longest = status.windows[0]
  if (isServing && (status.state === 'ready' || status.isPartlyUsable)) return 'serving'
  if (status.state === 'ready' || longest === undefined) return 'ready'
  return status.isPartlyUsable ? `${windowWord(longest)}, ${modelsWord(status.windows)}` : windowWord(longest)
}

export function profileMark(status: Pick<ProfileStatus, 'state' | 'isPartlyUsable'>, isServing: boolean): MarkState {
  return isServing && (status.state === 'ready' || status.isPartlyUsable) ? 'serving' : status.state
}

function modelsWord(windows: readonly Window[]): string {
  const models = new Set(windows.map((window) => window.model))
  return models.size === 1 ? 'one model' : `${models.size} models`
}
