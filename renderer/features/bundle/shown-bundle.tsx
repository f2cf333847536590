import { Link } from '@tanstack/react-router'
import type { BundleInfo, HistoryState } from '../../../shared/contract/history/index.ts'
import { DecisionsLink, TimelineLink } from '../../components/history-links.tsx'
import { QuietNote } from '../../components/quiet-note.tsx'
import { Section } from '../../components/section.tsx'
import { ClockTime, DatedTime } from '../../components/times.tsx'
import { count } from '../../lib/words/text.ts'
import styles from './shown-bundle.module.css'

interface ShownBundleProps {
  readonly bundle: BundleInfo
  readonly state: HistoryState
}

/** What the bundle says about itself, and where to look at it. */
export function ShownBundle({ bundle, state }: ShownBundleProps) {
  const { firstMs, lastMs } = state
  return (
    <div className={styles.shown}>
      <section className={styles.card} aria-label="The bundle that is open">
        <h2 translate="no">{bundle.name}</h2>
        <dl className={styles.facts}>
          <div>
            <dt>Made</dt>
            <dd>
              <DatedTime atMs={bundle.createdMs} />
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
              {bundle.hasFacts ? 'the state of a directory' : 'no state of a directory'},{' '}
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
          {bundle.hasFacts ? <Link to="/">Its state</Link> : null}
          <DecisionsLink filter={{}}>Its decisions</DecisionsLink>
          <TimelineLink filter={{}}>Its timeline</TimelineLink>
          <Link to="/findings">What stands out in it</Link>
          <Link to="/charts">Its charts</Link>
        </nav>
      </section>
      <Section title="Make a bundle">
        <QuietNote>A bundle is made of a directory. Close the one that is open to make one.</QuietNote>
      </Section>
    </div>
  )
}
