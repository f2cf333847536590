import type { DirectoryState } from '../../../shared/contract/types.ts'

/** Whether anything is known of a directory: of a log by itself and of some bundles there is nothing but the history. */
export function hasFacts({ kind, bundle }: Pick<DirectoryState, 'kind' | 'bundle'>): boolean {
  return kind !== 'log' && bundle?.hasFacts !== false
}

/** Whether it lies in the place of a directory, which is opened again when it is closed. */
export function isInPlaceOfDirectory({ kind }: Pick<DirectoryState, 'kind'>): boolean {
  return kind === 'bundle' || kind === 'log'
}
