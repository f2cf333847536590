import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FINDING_CODES } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import { CalmNote } from '../../components/calm-note.tsx'
import card from '../../components/card.module.css'
import { DecisionsLink } from '../../components/history-links.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { Section } from '../../components/section.tsx'
import { SupportBundleLink } from '../../components/support-bundle-link.tsx'
import { ZoneNote } from '../../components/zone-note.tsx'
import { historyVersion, useHistoryState } from '../../lib/history/use-history-state.ts'
import { hasFacts } from '../../lib/state/has-facts.ts'
import { host } from '../../lib/state/host-session.ts'
import { useDirectory, useIsReadOnly } from '../../lib/state/use-host.ts'
import { actionProblem } from '../../lib/state/use-host-action.ts'
import { useCalm } from '../../lib/use-calm.ts'
import { useTitle } from '../../lib/use-title.ts'
import { FindingRow } from './finding-row.tsx'
import { groupFindings, LOOKED_FOR } from './finding-sentences.ts'
import styles from './findings-page.module.css'

/** While records come in, it is looked again after this long. */
const CALM_MS = 5000

interface FindingsPageProps {
  /** To the other screen under this name. */
  readonly tabs: ReactNode
}

/** What in the records and the directory a person should look at. */
export function FindingsPage({ tabs }: FindingsPageProps) {
  useTitle('Findings', 'Insights')
  const directory = useDirectory()
  const { state, problem, retry } = useHistoryState()
  const version = useCalm(historyVersion(state), CALM_MS)
  const query = useQuery({
    queryKey: ['history', 'findings', directory?.path ?? null, version, directory?.readAtMs ?? null],
    queryFn: () => host().history.findings(),
    enabled: state !== null,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  const findings = query.data ?? null
  const trouble = problem ?? (query.isError ? actionProblem(query.error) : null)
  return (
    <div data-screen="findings" data-count={findings?.length}>
      <PageHead
        title="Insights"
        aside={
          <span className={styles.aside}>
            <ZoneNote />
            <SupportBundleLink />
          </span>
        }
      />
      {tabs}
      {trouble === null ? null : (
        <div className={styles.trouble}>
          <ProblemNote problem={trouble} />
          <Button onPress={() => (problem === null ? void query.refetch() : retry())}>Try again</Button>
        </div>
      )}
      {findings === null ? (
        trouble === null ? (
          <CalmNote title="Looking through the records…" />
        ) : null
      ) : findings.length === 0 ? (
        <NothingStandsOut isEmpty={state?.count === 0} />
      ) : (
        <div className={styles.groups}>
          {groupFindings(findings).map(({ severity, title, findings: ofGroup }) => (
            <Section key={severity} title={title} count={ofGroup.length}>
              <ul className={`${card.card} ${card.rows}`}>
                {ofGroup.map((finding) => (
                  <FindingRow key={finding.id} finding={finding} />
                ))}
              </ul>
            </Section>
          ))}
        </div>
      )}
    </div>
  )
}

/** What was looked for is said, so that a reader knows what “nothing” means. */
function NothingStandsOut({ isEmpty }: { readonly isEmpty: boolean }) {
  const isReadOnly = useIsReadOnly()
  const directory = useDirectory()
  const knowsFiles = directory !== null && hasFacts(directory)
  return (
    <>
      <CalmNote isGood={!isEmpty} title="Nothing stands out.">
        {isReadOnly ? (
          isEmpty ? (
            'There is no decision in this bundle.'
          ) : null
        ) : isEmpty ? (
          <>
            No decision is on record yet{knowsFiles ? ', so only the files of the directory could be looked at' : ''}.{' '}
            <DecisionsLink filter={{}}>Bring in logs on Decisions</DecisionsLink>
          </>
        ) : null}
      </CalmNote>
      <Section title="What was looked for" className={styles.looked}>
        <ul className={`${card.card} ${styles.list}`}>
          {FINDING_CODES.map((code) => (
            <li key={code}>{LOOKED_FOR[code]}</li>
          ))}
        </ul>
      </Section>
    </>
  )
}
