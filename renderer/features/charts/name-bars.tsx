import { useId } from 'react'
import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { shortenMiddle } from '../../lib/words/shorten.ts'
import { unbroken } from '../../lib/words/unbroken.ts'
import { ChartTooltip, type TooltipWords } from './chart-tooltip.tsx'
import { LookDefs, paintOf, type Look } from './looks.tsx'

export interface NamedBar extends TooltipWords {
  readonly key: string
  /** In the unit of the axis. */
  readonly values: readonly number[]
  /** At its end. */
  readonly label: string
}

interface NameBarsProps {
  readonly bars: readonly NamedBar[]
  readonly series: readonly { readonly word: string; readonly look: Look }[]
  /** One after the other in the same bar, or each a bar of its own. */
  readonly isStacked: boolean
  readonly isNarrow: boolean
  readonly tick: (value: number) => string
  readonly onPress: (key: string) => void
}

const BAR_PX = 26
const THIN_BAR_PX = 36

/** A bar for each name, with the name before it and the figure behind it. */
export function NameBars({ bars, series, isStacked, isNarrow, tick, onPress }: NameBarsProps) {
  const prefix = useId()
  const longest = isNarrow ? 16 : 22
  const row = isStacked || series.length === 1 ? BAR_PX : THIN_BAR_PX
  return (
    <ResponsiveContainer width="100%" height={bars.length * row + 34}>
      <BarChart
        data={[...bars]}
        layout="vertical"
        accessibilityLayer={false}
        barCategoryGap="22%"
        barGap={1}
        margin={{ top: 4, right: isNarrow ? 64 : 84, bottom: 0, left: 0 }}
      >
        <LookDefs prefix={prefix} looks={series.map(({ look }) => look)} />
        <CartesianGrid horizontal={false} stroke="var(--line)" />
        <XAxis type="number" tickFormatter={tick} tickLine={false} axisLine={{ stroke: 'var(--line-strong)' }} />
        <YAxis
          type="category"
          dataKey="name"
          width={isNarrow ? 118 : 176}
          interval={0}
          tickLine={false}
          axisLine={false}
          tickFormatter={(name: string) => shortWords(name, longest)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--ink)', fillOpacity: 0.06 }}
          content={<ChartTooltip />}
        />
        {series.map(({ word, look }, index) => (
          <Bar
            key={word}
            name={word}
            {...(isStacked ? { stackId: 'all' } : {})}
            dataKey={({ values }: NamedBar) => values[index] ?? 0}
            isAnimationActive={false}
            {...paintOf(prefix, look)}
            onClick={({ payload }) => onPress((payload as NamedBar).key)}
          >
            <LabelList dataKey={(bar) => labelAt(bar as NamedBar, index, isStacked)} position="right" offset={8} />
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

/** Names wrap between words; a single word has to fit. */
function shortWords(name: string, longest: number): string {
  return name
    .split(' ')
    .map((word) => shortenMiddle(word, longest))
    .join(' ')
}

/** The figure stands once: behind the last part that can be seen. */
function labelAt({ values, label }: NamedBar, index: number, isStacked: boolean): string {
  const last = isStacked ? values.findLastIndex((value) => value > 0) : values.length - 1
  return index === last ? unbroken(label) : ''
}
