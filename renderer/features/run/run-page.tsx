import type { RunDetail } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import { CalmNote } from '../../components/calm-note.tsx'
import { copyText } from '../../components/history-copy-text.ts'
import { PageHead } from '../../components/page-head.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { Section } from '../../components/section.tsx'
import { SupportBundleLink } from '../../components/support-bundle-link.tsx'
import { ZoneNote } from '../../components/zone-note.tsx'
import { useIsReadOnly } from '../../lib/state/use-host.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CandidateCard } from './candidate-card.tsx'
import { EvidenceList } from './evidence-list.tsx'
import type { NeighbourRuns } from './neighbour-runs.ts'
import { RunAnswer } from './run-answer.tsx'
import styles from './run-page.module.css'
import { notNeededWords } from './run-sentences.ts'
import { RunSkeleton } from './run-skeleton.tsx'
import { runAsText } from './run-text.ts'
import { useRun } from './use-run.ts'
import { RunWaterfall } from './run-waterfall.tsx'

interface RunPageProps {
  readonly runKey: string
  readonly onOpenRun: (runKey: string) => void
  readonly onShowDecisions: (of: { readonly runs?: readonly string[]; readonly sessions?: readonly string[] }) => void
}

/** Why this model answered this request, and why the others did not. */
export function RunPage({ runKey, onOpenRun, onShowDecisions }: RunPageProps) {
  useTitle('Run')
  const isReadOnly = useIsReadOnly()
  const { run, neighbours, problem, retry } = useRun(runKey)
  return (
    <div className={styles.page} data-screen="run" data-run={runKey}>
      <PageHead title="Run" aside={<ZoneNote />} />
      {problem === null ? null : problem.code === 'NOT_FOUND' || runKey === '' ? (
        <CalmNote title="This run is not on record.">
          {isReadOnly ? null : 'Its log may not have been imported here, or its records were forgotten.'}
        </CalmNote>
      ) : (
        <div className={styles.problem}>
          <ProblemNote problem={problem} />
          <Button onPress={retry}>Try again</Button>
        </div>
      )}
      {problem !== null && run === null ? (
        <p className={styles.back}>
          <Button onPress={() => onShowDecisions({})}>All decisions</Button>
        </p>
      ) : null}
      {run === null ? (
        problem === null ? (
          <RunSkeleton />
        ) : null
      ) : (
        <Run run={run} neighbours={neighbours} onOpenRun={onOpenRun} onShowDecisions={onShowDecisions} />
      )}
    </div>
  )
}

interface RunProps extends Pick<RunPageProps, 'onOpenRun' | 'onShowDecisions'> {
  readonly run: RunDetail
  readonly neighbours: NeighbourRuns
}

function Run({ run, neighbours, onOpenRun, onShowDecisions }: RunProps) {
  const { sessionId, runKey, candidates } = run
  const answers = candidates.filter(({ decision }) => decision === 'candidate_succeeded')
  const others = candidates.filter(({ decision }) => decision !== 'candidate_succeeded')
  const notNeeded = notNeededWords(run)
  return (
    <>
      <div className={styles.tools} role="group" aria-label="Run">
        <NeighbourButton name="Previous run" runKey={neighbours.before} onOpenRun={onOpenRun} />
        <NeighbourButton name="Next run" runKey={neighbours.after} onOpenRun={onOpenRun} />
        <span className={styles.rest}>
          {sessionId === null ? null : (
            <Button look="quiet" onPress={() => onShowDecisions({ sessions: [sessionId] })}>
              All of this session
            </Button>
          )}
          <Button look="quiet" onPress={() => onShowDecisions({ runs: [runKey] })}>
            Its decisions
          </Button>
          <SupportBundleLink />
          <Button onPress={() => void copyText(runAsText(run), 'The run')}>Copy as text</Button>
        </span>
      </div>
      <RunAnswer run={run} />
      {candidates.length === 0 ? (
        <CalmNote title="No candidate of this run is on record." />
      ) : (
        <>
          <Section title="What happened when" className={styles.section}>
            <RunWaterfall run={run} />
          </Section>
          {answers.length === 0 ? null : (
            <Section title="Why" note="the model that answered" className={styles.section}>
              <ol className={styles.cards}>
                {answers.map((candidate) => (
                  <CandidateCard key={cardKey(candidate)} candidate={candidate} />
                ))}
              </ol>
              {notNeeded === null ? null : <p className={styles.note}>{notNeeded}</p>}
            </Section>
          )}
          {others.length === 0 ? null : (
            <Section title="Why not" note="in the order in which they were tried" className={styles.section}>
              <ol className={styles.cards}>
                {others.map((candidate) => (
                  <CandidateCard key={cardKey(candidate)} candidate={candidate} />
                ))}
              </ol>
            </Section>
          )}
        </>
      )}
      <Section title="Where this comes from" className={styles.section}>
        <EvidenceList evidence={run.evidence} />
      </Section>
    </>
  )
}

function cardKey({ attempt, atMs, decision }: RunDetail['candidates'][number]): string {
  return `${attempt} ${decision} ${atMs}`
}

interface NeighbourButtonProps {
  readonly name: string
  readonly runKey: string | null
  readonly onOpenRun: (runKey: string) => void
}

function NeighbourButton({ name, runKey, onOpenRun }: NeighbourButtonProps) {
  return (
    <Button
      isDisabled={runKey === null}
      onPress={() => {
        if (runKey !== null) onOpenRun(runKey)
      }}
    >
      {name}
    </Button>
  )
}
