import type { Problem } from '../../../shared/contract/types.ts'

export interface ProblemGroup {
  readonly title: string
  readonly note: string
  readonly items: readonly Problem[]
}

const GROUPS = [
  { severity: 'error', title: 'Cannot be read', note: 'what is in there is missing from the screens' },
  { severity: 'warning', title: 'Left out or doubtful', note: 'the rest of the file is used' },
  { severity: 'info', title: 'Good to know', note: 'nothing is lost' },
] as const

/** The problems by how much they take away, each group in the order in which they were found. */
export function groupProblems(problems: readonly Problem[]): readonly ProblemGroup[] {
  return GROUPS.map(({ severity, title, note }) => ({
    title,
    note,
    items: problems.filter((problem) => problem.severity === severity),
  })).filter((group) => group.items.length > 0)
}

/** `line 12, column 3`; null where the place is not known. */
export function placeWords({ line, column }: Pick<Problem, 'line' | 'column'>): string | null {
  if (line === null) return null
  return column === null ? `line ${line}` : `line ${line}, column ${column}`
}
