import { useId } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { ChartsData, HistoryFilter } from '../../../shared/contract/history/index.ts'
import { OUTCOME_WORDS } from '../../lib/history/decision-words.ts'
import { formatLength } from '../../lib/time/duration.ts'
import { ChartFrame } from './chart-frame.tsx'
import { narrowed, outcomeBuckets, outcomeTotals, type OutcomeBucket } from './chart-models.ts'
import { outcomesSentence } from './chart-sentences.ts'
import { ChartTooltip, type TooltipWords } from './chart-tooltip.tsx'
import { RUN_OUTCOMES } from './chart-types.ts'
import { LookDefs, OUTCOME_LOOKS, paintOf } from './looks.tsx'

export interface ChartProps {
  readonly data: ChartsData
  /** Of the screen. */
  readonly filter: HistoryFilter
  readonly span: { readonly fromMs: number; readonly toMs: number }
  readonly onOpen: (filter: HistoryFilter) => void
  readonly write: (atMs: number) => string
  /** The same in short, for an axis. */
  readonly writeTick: (atMs: number) => string
  readonly isNarrow: boolean
}

interface OutcomeBar extends TooltipWords {
  readonly bucket: OutcomeBucket
}

/** How runs ended, over time. */
export function OutcomesChart({ data, filter, span, onOpen, write, writeTick }: ChartProps) {
  const prefix = useId()
  const buckets = outcomeBuckets(data)
  const totals = outcomeTotals(buckets)
  const shown = RUN_OUTCOMES.filter((outcome) => totals[outcome] > 0)
  const filterOf = ({ atMs, lengthMs }: OutcomeBucket) =>
    narrowed(filter, span, { fromMs: atMs, toMs: atMs + lengthMs })
  const bars = buckets.map((bucket): OutcomeBar => ({
    bucket,
    name: write(bucket.atMs),
    lines: shown.map((outcome) => ({
      word: OUTCOME_WORDS[outcome].word,
      value: bucket.counts[outcome].toLocaleString('en'),
    })),
  }))
  const full = buckets.filter(({ counts }) => RUN_OUTCOMES.some((outcome) => counts[outcome] > 0))
  return (
    <ChartFrame
      name="Outcomes over time"
      sentence={outcomesSentence(totals)}
      note={`Runs in each ${formatLength(buckets[0]?.lengthMs ?? data.bucketMs)}`}
      legend={shown.map((outcome) => ({ look: OUTCOME_LOOKS[outcome], word: OUTCOME_WORDS[outcome].word }))}
      columns={['From', ...RUN_OUTCOMES.map((outcome) => OUTCOME_WORDS[outcome].word)]}
      rows={full.map((bucket) => ({
        key: String(bucket.atMs),
        cells: [write(bucket.atMs), ...RUN_OUTCOMES.map((outcome) => bucket.counts[outcome].toLocaleString('en'))],
        filter: filterOf(bucket),
      }))}
    >
      <ResponsiveContainer width="100%" height={220}>
        <BarChart
          data={bars}
          accessibilityLayer={false}
          barCategoryGap={buckets.length > 90 ? 0 : 1}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        >
          <LookDefs prefix={prefix} looks={shown.map((outcome) => OUTCOME_LOOKS[outcome])} />
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey={({ bucket }: OutcomeBar) => bucket.atMs}
            tickFormatter={(atMs: number) => writeTick(atMs)}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            minTickGap={40}
          />
          <YAxis width={44} allowDecimals={false} tickLine={false} axisLine={false} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--ink)', fillOpacity: 0.06 }}
            content={<ChartTooltip />}
          />
          {shown.map((outcome) => (
            <Bar
              key={outcome}
              stackId="runs"
              dataKey={({ bucket }: OutcomeBar) => bucket.counts[outcome]}
              name={OUTCOME_WORDS[outcome].word}
              isAnimationActive={false}
              {...paintOf(prefix, OUTCOME_LOOKS[outcome])}
              onClick={({ payload }) => onOpen(filterOf((payload as OutcomeBar).bucket))}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>
  )
}
