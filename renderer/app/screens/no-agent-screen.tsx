import { CalmNote } from '../../components/calm-note.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { useTitle } from '../../lib/use-title.ts'

/** A directory in which no agent could be found. */
export function NoAgentScreen({ title }: { readonly title: string }) {
  useTitle(title)
  return (
    <>
      <PageHead title={title} />
      <CalmNote title="There is no agent in this directory yet.">
        Agents appear here as soon as openclaw.json names one or one has run.
      </CalmNote>
    </>
  )
}
