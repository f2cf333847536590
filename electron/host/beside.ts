import { Refusal } from './refusal.ts'

/** The other windows or tabs of this process, each with a host and a directory of its own. */
export interface Beside {
  readonly place: 'window' | 'tab'
  /**
   * Shows a directory beside the open one, and where it is shown already there.
   *
   * @param path absolute; null: it is left to the user which
   * @returns the address for a new tab, relative to the page; null: there is a window for it now
   * @throws {Refusal} it cannot be opened
   */
  open(path: string | null): Promise<string | null>
  /** Whether another one shows the directory. */
  isElsewhere(path: string): boolean
  /** Brings the window to the front that shows the directory; false: none does, or a tab, which nobody can bring there. */
  show(path: string): boolean
}

/** Answers where there is no place beside the open directory. */
export function cannotOpenBeside(): Refusal {
  return new Refusal('OPEN_FAILED', 'Nothing can be opened beside this directory.', {
    hint: 'Open the other one in its place.',
  })
}
