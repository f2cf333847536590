import { Button } from '../../components/button.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { QuietNote } from '../../components/quiet-note.tsx'
import type { OpenBeside } from './use-open-beside.ts'

/** Why nothing was shown beside this directory, and what to do about it. */
export function BesideNotes({ problem, openBlocked }: Pick<OpenBeside, 'problem' | 'openBlocked'>) {
  if (problem !== null) return <ProblemNote problem={problem} />
  if (openBlocked === null) return null
  return (
    <QuietNote tone="warn">
      <p>The browser did not let this page open a tab by itself.</p>
      <Button onPress={openBlocked}>Open the tab</Button>
    </QuietNote>
  )
}
