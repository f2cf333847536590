import { useMemo } from 'react'
import type { RunDetail } from '../../../shared/contract/history/index.ts'
import { Breakable } from '../../components/breakable.tsx'
import card from '../../components/card.module.css'
import { HistoryDecisionMark } from '../../components/history-decision-mark.tsx'
import { ClockTime } from '../../components/times.tsx'
import styles from './run-waterfall.module.css'
import { offsetWords, spanWords, waterfallOf, type WaterfallRow } from './waterfall-model.ts'

/** Beyond this a tick's label would leave the frame. */
const LAST_LABEL = 0.93

/** Candidates one below the other, on one axis of time. */
export function RunWaterfall({ run }: { readonly run: RunDetail }) {
  const waterfall = useMemo(() => waterfallOf(run), [run])
  const { rows, ticks, spanMs } = waterfall
  return (
    <figure className={`${card.card} ${styles.frame}`}>
      <div className={styles.axis} aria-hidden="true">
        <span />
        <div className={styles.ticks}>
          {ticks.map(({ place, offsetMs }) => (
            <span key={offsetMs} className={styles.tick} style={{ left: `${place * 100}%` }}>
              {place > LAST_LABEL && place < 1 ? null : (
                <span className={styles.label} data-last={place === 1}>
                  {offsetWords(offsetMs)}
                </span>
              )}
            </span>
          ))}
        </div>
        <span />
      </div>
      <ol className={styles.rows}>
        {rows.map((row) => (
          <Row key={row.key} row={row} ticks={ticks.map(({ place }) => place)} />
        ))}
      </ol>
      <figcaption className={styles.note}>
        {spanMs === 0
          ? 'Everything is on record with the same time.'
          : 'A bar reaches from the record before to its own: the time that went into it. A thin line is a window that was left behind.'}
      </figcaption>
    </figure>
  )
}

const MARK_WORDS = { answered: 'answered', failed: 'failed', skipped: 'skipped', probed: 'probed' } as const

function Row({ row, ticks }: { readonly row: WaterfallRow; readonly ticks: readonly number[] }) {
  const { name, mark, bars, tail, tookMs, atMs } = row
  return (
    <li className={styles.row} data-mark={mark}>
      <span className={styles.name}>
        <HistoryDecisionMark mark={mark} />
        <span className={styles.words}>
          <strong>
            <Breakable text={name} />
          </strong>{' '}
          <span className={styles.quiet}>{MARK_WORDS[mark]}</span>
        </span>
      </span>
      <span className={styles.track} aria-hidden="true">
        {ticks.map((place) => (
          <span key={place} className={styles.grid} style={{ left: `${place * 100}%` }} />
        ))}
        {tail === null ? null : (
          <span className={styles.tail} data-kind={tail.kind} style={{ left: `${tail.from * 100}%` }} />
        )}
        {bars.map((bar, index) => (
          <span
            key={`${bar.label} ${bar.to} ${index < 0}`}
            className={styles.bar}
            data-mark={bar.mark}
            title={bar.label ?? undefined}
            style={{ left: `${bar.from * 100}%`, width: `${(bar.to - bar.from) * 100}%` }}
          />
        ))}
      </span>
      <span className={styles.took}>
        {mark === 'skipped' ? (
          <ClockTime atMs={atMs} precision="second" />
        ) : (
          <>{tookMs === 0 ? 'at once' : spanWords(tookMs)}</>
        )}
      </span>
    </li>
  )
}
