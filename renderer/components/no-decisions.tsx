import type { ReactNode } from 'react'
import { useIsReadOnly } from '../lib/state/use-host.ts'
import { CalmNote } from './calm-note.tsx'
import { DecisionsLink } from './history-links.tsx'

/** What stands in place of a history without decisions; in a bundle nothing can be brought in. */
export function NoDecisions({ children }: { readonly children: ReactNode }) {
  if (useIsReadOnly()) return <CalmNote title="There is no decision in this bundle." />
  return (
    <CalmNote title="No decision is on record yet.">
      {children} <DecisionsLink filter={{}}>Bring in logs on Decisions</DecisionsLink>
    </CalmNote>
  )
}
