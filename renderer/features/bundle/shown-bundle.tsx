import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { BundleInfo, HistoryState } from '../../../shared/contract/history.ts'
import { Button } from '../../components/button.tsx'
import { DecisionsLink, TimelineLink } from '../../components/history-links.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { QuietNote } from '../../components/quiet-note.tsx'
import { Section } from '../../components/section.tsx'
import { ClockTime } from '../../components/times.tsx'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import { count } from '../../lib/words/text.ts'
import styles from './shown-bundle.module.css'

interface ShownBundleProps {
  readonly bundle: BundleInfo
  readonly state: HistoryState
  /** It is gone, and with it what held the focus. */
  readonly onClosed: () => void
}

/** Which bundle is shown in place of the directory's own history, where to look at it, and how to be rid of it. */
export function ShownBundle({ bundle, state, onClosed }: ShownBundleProps) {
  const close = useHostAction((client) => client.history.bundleClose())
  useEffect(() => onClosed, [onClosed])
  const { firstMs, lastMs } = state
  return (
    <div className={styles.shown}>
      <section className={styles.card} aria-label="The bundle that is shown">
        <div className={styles.head}>
          <h2>You are looking at the bundle {bundle.name}</h2>
          <Button look="primary" onPress={() => void close.run(undefined)} isPending={close.isPending}>
            Close the bundle
          </Button>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Made</dt>
            <dd>
              <ClockTime atMs={bundle.createdMs} />
            </dd>
          </div>
          <div>
            <dt>Made by</dt>
            <dd>Switchyard {bundle.consoleVersion}</dd>
          </div>
          <div>
            <dt>Format</dt>
            <dd>version {bundle.version}</dd>
          </div>
          <div>
            <dt>Holds</dt>
            <dd>
              {state.count === 0 ? 'no decision' : count(state.count, 'decision')}
              {firstMs === null || lastMs === null ? null : (
                <>
                  {' '}
                  from <ClockTime atMs={firstMs} /> to <ClockTime atMs={lastMs} />
                </>
              )}
            </dd>
          </div>
        </dl>
        <nav className={styles.links} aria-label="Look at the bundle">
          <DecisionsLink filter={{}}>Its decisions</DecisionsLink>
          <TimelineLink filter={{}}>Its timeline</TimelineLink>
          <Link to="/findings">What stands out in it</Link>
          <Link to="/charts">Its charts</Link>
        </nav>
        {close.problem === null ? null : <ProblemNote problem={close.problem} />}
      </section>
      <Section title="Make a bundle">
        <QuietNote>
          A bundle is made of this directory’s own history. Close the bundle that is shown to make one, and to bring in
          logs or forget records again.
        </QuietNote>
      </Section>
    </div>
  )
}
