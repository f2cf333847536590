import { Link } from '@tanstack/react-router'
import type { Finding, HistoryFilter } from '../../../shared/contract/history/index.ts'
import { CodeHint } from '../../components/code-hint.tsx'
import { DecisionsLink, RunLink, TimelineLink } from '../../components/history-links.tsx'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { formatLength } from '../../lib/time/duration.ts'
import { followingText } from '../../lib/time/span-text.ts'
import { clockText, hostClock, useTick } from '../../lib/time/time.ts'
import { shortenMiddle } from '../../lib/words/shorten.ts'
import { unbroken } from '../../lib/words/unbroken.ts'
import { findingWords, hasRecords } from './finding-sentences.ts'
import styles from './finding-row.module.css'

const GLYPHS = { error: 'disabled', warning: 'unusable', info: 'ready' } as const
const MOST_RUNS = 3
const MOST_ACCOUNTS = 3
const MINUTE_MS = 60_000

/** Something that stands out, in a sentence, with what shows it. */
export function FindingRow({ finding }: { readonly finding: Finding }) {
  const { code, severity, fromMs, toMs, id } = finding
  // Days are named from today, which changes at midnight only.
  useTick((nowMs) => clockText.at(nowMs, nowMs).slice(0, 2))
  const nowMs = hostClock.nowMs()
  const { sentence, meaning } = findingWords(finding, (atMs) => clockText.when(atMs, nowMs))
  return (
    <li className={styles.row} data-finding={code} data-severity={severity} data-finding-id={id}>
      <span className={styles.glyph}>
        <StateGlyph state={GLYPHS[severity]} size={14} />
      </span>
      <div className={styles.text}>
        <p className={styles.sentence}>
          <CodeHint code={code}>{unbroken(sentence)}</CodeHint>
        </p>
        <p className={styles.meaning}>{unbroken(meaning)}</p>
        <p className={styles.when}>
          {toMs - fromMs < MINUTE_MS
            ? clockText.at(fromMs, nowMs)
            : `${clockText.at(fromMs, nowMs)} to ${followingText(clockText, { atMs: toMs, afterMs: fromMs, nowMs })}, ${formatLength(toMs - fromMs)}`}
        </p>
        <Evidence finding={finding} />
      </div>
    </li>
  )
}

function Evidence({ finding }: { readonly finding: Finding }) {
  const { filter, runKeys, profileIds, provider, code } = finding
  const isOnRecord = hasRecords(finding)
  return (
    <ul className={styles.links} aria-label="What shows it">
      {isOnRecord ? (
        <li>
          <DecisionsLink filter={filter}>Decisions</DecisionsLink>
        </li>
      ) : null}
      {isOnRecord ? (
        <li>
          <TimelineLink filter={timelineFilter(finding)}>Timeline</TimelineLink>
        </li>
      ) : null}
      {code === 'order_names_missing_profile' && provider !== null ? (
        <li>
          <Link to="/accounts" search={{ provider }}>
            Order of {provider}
          </Link>
        </li>
      ) : (
        profileIds.slice(0, MOST_ACCOUNTS).map((profileId) => (
          <li key={profileId}>
            <Link to="/accounts" search={{ profile: profileId }}>
              {shortenMiddle(profileId, 32)}
            </Link>
          </li>
        ))
      )}
      {runKeys.slice(0, MOST_RUNS).map((runKey, index) => (
        <li key={runKey}>
          <RunLink runKey={runKey}>
            {runKeys.length === 1 ? 'The run' : `Run ${index + 1} of ${runKeys.length}`}
          </RunLink>
        </li>
      ))}
    </ul>
  )
}

/** The span with some room around it, for the accounts or the provider it is about. */
function timelineFilter({ fromMs, toMs, profileIds, provider }: Finding): HistoryFilter {
  const room = Math.max(5 * MINUTE_MS, (toMs - fromMs) * 0.25)
  const times = { fromMs: Math.max(0, Math.floor(fromMs - room)), toMs: Math.ceil(toMs + room) }
  if (profileIds.length > 0) return { ...times, profiles: profileIds }
  return provider === null ? times : { ...times, providers: [provider] }
}
