import { CalmNote } from '../../components/calm-note.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { useDirectory } from '../../lib/state/use-host.ts'
import { useTitle } from '../../lib/use-title.ts'

/** A directory or bundle in which no agent could be found. */
export function NoAgentScreen({ title }: { readonly title: string }) {
  useTitle(title)
  const bundle = useDirectory()?.bundle ?? null
  return (
    <>
      <PageHead title={title} />
      {bundle === null ? (
        <CalmNote title="There is no agent in this directory yet.">
          Agents appear here as soon as openclaw.json names one or one has run.
        </CalmNote>
      ) : (
        <CalmNote
          title={bundle.hasFacts ? 'There is no agent in this bundle.' : 'This bundle holds no state of a directory.'}
        >
          What happened is under Timeline, Decisions and Insights.
        </CalmNote>
      )}
    </>
  )
}
