import { Link } from '@tanstack/react-router'
import { CalmNote } from '../../components/calm-note.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { hasFacts, isInPlaceOfDirectory } from '../../lib/state/has-facts.ts'
import { useDirectory } from '../../lib/state/use-host.ts'
import { useTitle } from '../../lib/use-title.ts'

/** What is open names no agent, or knows of no directory at all. */
export function NoAgentScreen({ title }: { readonly title: string }) {
  useTitle(title)
  const directory = useDirectory()
  return (
    <>
      <PageHead title={title} />
      {directory === null || !isInPlaceOfDirectory(directory) ? (
        <CalmNote title="There is no agent in this directory yet.">
          Agents appear here as soon as openclaw.json names one or one has run.
        </CalmNote>
      ) : (
        <CalmNote
          title={
            hasFacts(directory)
              ? 'There is no agent in this bundle.'
              : directory.kind === 'log'
                ? 'A log does not tell which accounts there are now.'
                : 'This bundle holds no state of a directory.'
          }
        >
          What happened is under <Link to="/timeline">Timeline</Link>, <Link to="/decisions">Decisions</Link> and{' '}
          <Link to="/findings">Insights</Link>.
        </CalmNote>
      )}
    </>
  )
}
