import { useState } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { withTimes } from '../lib/history/filter-fields.ts'
import { PRESET_FACTS, RANGE_PRESETS, type HistorySelection } from '../lib/history/time-range.ts'
import { HistoryCustomRange } from './history-custom-range.tsx'
import styles from './history-range-choice.module.css'

const ALL = 'all'
const CUSTOM = 'custom'

interface HistoryRangeChoiceProps {
  readonly selection: HistorySelection
  readonly onSelection: (selection: HistorySelection) => void
}

/** How far back: spans that move along with now, everything, or from and to. */
export function HistoryRangeChoice({ selection, onSelection }: HistoryRangeChoiceProps) {
  const [isChoosing, setChoosing] = useState(false)
  const { filter, preset } = selection
  const isCustom = preset === null && (filter.fromMs !== undefined || filter.toMs !== undefined)
  const choose = (id: string) => {
    if (id === CUSTOM) return setChoosing(true)
    onSelection({
      filter: withTimes(filter, null, null),
      preset: RANGE_PRESETS.find((range) => range === id) ?? null,
    })
  }
  return (
    <>
      <ToggleButtonGroup
        className={styles.group ?? ''}
        aria-label="Span of time"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[preset ?? (isCustom ? CUSTOM : ALL)]}
      >
        {RANGE_PRESETS.map((range) => (
          <ToggleButton
            key={range}
            id={range}
            className={styles.choice ?? ''}
            aria-label={PRESET_FACTS[range].words}
            onPress={() => choose(range)}
          >
            {PRESET_FACTS[range].label}
          </ToggleButton>
        ))}
        <ToggleButton id={ALL} className={styles.choice ?? ''} onPress={() => choose(ALL)}>
          All
        </ToggleButton>
        <ToggleButton id={CUSTOM} className={styles.choice ?? ''} onPress={() => choose(CUSTOM)}>
          Custom…
        </ToggleButton>
      </ToggleButtonGroup>
      {isChoosing ? (
        <HistoryCustomRange
          fromMs={preset === null ? (filter.fromMs ?? null) : null}
          toMs={preset === null ? (filter.toMs ?? null) : null}
          onClose={() => setChoosing(false)}
          onChoose={(fromMs, toMs) => {
            setChoosing(false)
            onSelection({ filter: withTimes(filter, fromMs, toMs), preset: null })
          }}
        />
      ) : null}
    </>
  )
}
