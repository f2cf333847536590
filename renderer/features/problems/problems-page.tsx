import type { DirectoryState } from '../../../shared/contract/types.ts'
import card from '../../components/card.module.css'
import { CalmNote } from '../../components/calm-note.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Section } from '../../components/section.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { ProblemRow } from './problem-row.tsx'
import { groupProblems } from './sentences.ts'
import styles from './problems-page.module.css'

/** Everything in the directory that could not be read as it should, and what is shown in its place. */
export function ProblemsPage({ directory }: { readonly directory: DirectoryState }) {
  useTitle('Problems')
  const { problems } = directory
  if (problems.length === 0) {
    return (
      <>
        <PageHead title="Problems" />
        <NoProblem directory={directory} />
      </>
    )
  }
  return (
    <>
      <PageHead title="Problems" aside="Nothing on disk is changed" />
      <div className={styles.groups}>
        {groupProblems(problems).map(({ title, note, items }) => (
          <Section key={title} title={title} count={items.length} note={note}>
            <ul className={`${card.card} ${card.rows}`}>
              {items.map((problem) => (
                <ProblemRow key={problem.id} problem={problem} />
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </>
  )
}

function NoProblem({ directory: { bundle, path } }: { readonly directory: DirectoryState }) {
  if (bundle === null)
    return (
      <CalmNote isGood title="Every file could be read.">
        What is found wrong in {path} appears here, with its file and line.
      </CalmNote>
    )
  return bundle.hasFacts ? (
    <CalmNote isGood title="Every file could be read.">
      Nothing was wrong with the files of the directory that the bundle was made of.
    </CalmNote>
  ) : (
    <CalmNote title="This bundle holds no state of a directory.">So it tells nothing about its files.</CalmNote>
  )
}
