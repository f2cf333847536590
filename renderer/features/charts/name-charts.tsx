import { reasonPhrase, reasonShort } from '../../lib/history/decision-words.ts'
import { formatLength } from '../../lib/time/duration.ts'
import { ChartFrame } from './chart-frame.tsx'
import {
  fallbackRows,
  lengthUnit,
  lockedRows,
  MOST_BARS,
  narrowed,
  reasonRows,
  recoveryRows,
  type LengthUnit,
} from './chart-models.ts'
import { fallbackSentence, lockedSentence, percent, reasonsSentence, recoveriesSentence } from './chart-sentences.ts'
import { NameBars } from './name-bars.tsx'
import type { ChartProps } from './outcomes-chart.tsx'

/** Why attempts failed, by provider. */
export function ReasonsChart({ data, filter, span, onOpen, isNarrow }: ChartProps) {
  const rows = reasonRows(data.reasons)
  const all = rows.reduce((sum, row) => sum + row.count, 0)
  const table = rows.map((row) => ({
    key: `${row.provider}\n${row.reason}`,
    cells: [`${row.provider}: ${reasonPhrase(row.reason)}`, row.count.toLocaleString('en'), percent(row.count / all)],
    filter: narrowed(filter, span, {
      providers: [row.provider],
      reasons: [row.reason],
    }),
  }))
  return (
    <ChartFrame
      name="Reasons by provider"
      sentence={reasonsSentence(rows)}
      note="Failures"
      columns={['Provider and reason', 'Failures', 'Share']}
      rows={table}
      drawnCount={Math.min(MOST_BARS, rows.length)}
    >
      <NameBars
        bars={rows.slice(0, MOST_BARS).map(({ provider, reason, count }) => ({
          key: `${provider}\n${reason}`,
          name: `${provider}: ${reasonShort(reason)}`,
          values: [count],
          label: count.toLocaleString('en'),
          lines: [
            { word: 'Failures', value: count.toLocaleString('en') },
            { word: 'Of all', value: percent(count / all) },
          ],
        }))}
        series={[{ word: 'Failures', look: 'red' }]}
        isStacked
        isNarrow={isNarrow}
        tick={(value) => value.toLocaleString('en')}
        onPress={(key) => openRow(table, key, onOpen)}
      />
    </ChartFrame>
  )
}

const LOCK_SERIES = [
  { kind: 'cooldownMs', word: 'Cooldown', look: 'amber' },
  { kind: 'disabledMs', word: 'Disabled', look: 'red' },
  { kind: 'blockedMs', word: 'Blocked', look: 'violet' },
] as const

/** How long accounts were locked. */
export function LockedChart({ data, filter, span, onOpen, isNarrow }: ChartProps) {
  const rows = lockedRows(data.locked)
  const unit = lengthUnit(rows[0]?.allMs ?? 0)
  const table = rows.map((row) => ({
    key: row.profileId,
    cells: [row.profileId, ...LOCK_SERIES.map(({ kind }) => formatLength(row[kind])), formatLength(row.allMs)],
    filter: narrowed(filter, span, { profiles: [row.profileId] }),
  }))
  return (
    <ChartFrame
      name="Time locked"
      sentence={lockedSentence(rows)}
      note={capital(unit)}
      legend={LOCK_SERIES}
      columns={['Account', ...LOCK_SERIES.map(({ word }) => word), 'In all']}
      rows={table}
      drawnCount={Math.min(MOST_BARS, rows.length)}
    >
      <NameBars
        bars={rows.slice(0, MOST_BARS).map((row) => ({
          key: row.profileId,
          name: row.profileId,
          values: LOCK_SERIES.map(({ kind }) => row[kind] / unit.ms),
          label: formatLength(row.allMs),
          lines: LOCK_SERIES.map(({ kind, word }) => ({ word, value: formatLength(row[kind]) })),
        }))}
        series={LOCK_SERIES}
        isStacked
        isNarrow={isNarrow}
        tick={rounded}
        onPress={(key) => openRow(table, key, onOpen)}
      />
    </ChartFrame>
  )
}

/** How long agents or sessions ran on another model than asked. */
export function FallbackChart({ data, filter, span, onOpen, isNarrow }: ChartProps) {
  const rows = fallbackRows(data.onFallback)
  const table = rows.map((row) => ({
    key: row.name,
    cells: [row.name, formatLength(row.fallbackMs), formatLength(row.totalMs), percent(row.share)],
    // It is the name of an agent, or of a session where there is none: either is found by its words.
    filter: narrowed(filter, span, { text: [filter.text, row.name].filter(Boolean).join(' ') }),
  }))
  return (
    <ChartFrame
      name="Time on fallback"
      sentence={fallbackSentence(rows)}
      note="Share of the time, in percent"
      columns={['Agent or session', 'On fallback', 'In all', 'Share']}
      rows={table}
      drawnCount={Math.min(MOST_BARS, rows.length)}
    >
      <NameBars
        bars={rows.slice(0, MOST_BARS).map((row) => ({
          key: row.name,
          name: row.name,
          values: [row.share * 100],
          label: formatLength(row.fallbackMs),
          lines: [
            { word: 'On fallback', value: formatLength(row.fallbackMs) },
            { word: 'In all', value: formatLength(row.totalMs) },
            { word: 'Share', value: percent(row.share) },
          ],
        }))}
        series={[{ word: 'On fallback', look: 'amber' }]}
        isStacked
        isNarrow={isNarrow}
        tick={(value) => `${rounded(value)} %`}
        onPress={(key) => openRow(table, key, onOpen)}
      />
    </ChartFrame>
  )
}

const RECOVERY_SERIES = [
  { word: 'Half of the cases', look: 'green' },
  { word: 'Nine of ten', look: 'plain' },
] as const

/** How long it took until the requested model answered again. */
export function RecoveriesChart({ data, filter, span, onOpen, isNarrow }: ChartProps) {
  const rows = recoveryRows(data.recoveries)
  const unit = lengthUnit(Math.max(0, ...rows.map(({ p90Ms }) => p90Ms)))
  const table = rows.map(({ model, medianMs, p90Ms, count }) => ({
    key: model,
    cells: [model, formatLength(medianMs), formatLength(p90Ms), count.toLocaleString('en')],
    filter: narrowed(filter, span, { models: [model] }),
  }))
  return (
    <ChartFrame
      name="Recovery"
      sentence={recoveriesSentence(rows)}
      note={`${capital(unit)} from falling back to the next answer of the requested model`}
      legend={RECOVERY_SERIES}
      columns={['Model', 'Half within', 'Nine of ten within', 'Cases']}
      rows={table}
      drawnCount={Math.min(MOST_BARS, rows.length)}
    >
      <NameBars
        bars={rows.slice(0, MOST_BARS).map(({ model, medianMs, p90Ms, count }) => ({
          key: model,
          name: model,
          values: [medianMs / unit.ms, p90Ms / unit.ms],
          label: formatLength(p90Ms),
          lines: [
            { word: 'Half within', value: formatLength(medianMs) },
            { word: 'Nine of ten within', value: formatLength(p90Ms) },
            { word: 'Cases', value: count.toLocaleString('en') },
          ],
        }))}
        series={RECOVERY_SERIES}
        isStacked={false}
        isNarrow={isNarrow}
        tick={rounded}
        onPress={(key) => openRow(table, key, onOpen)}
      />
    </ChartFrame>
  )
}

function openRow(
  rows: readonly { readonly key: string; readonly filter: ChartProps['filter'] }[],
  key: string,
  onOpen: ChartProps['onOpen'],
): void {
  const row = rows.find((candidate) => candidate.key === key)
  if (row !== undefined) onOpen(row.filter)
}

function rounded(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 1 })
}

function capital({ name }: LengthUnit): string {
  return name === 'minutes' ? 'Minutes' : name === 'hours' ? 'Hours' : 'Days'
}
