import { Button as AriaButton } from 'react-aria-components/Button'
import {
  FIELD_WORDS,
  FILTER_FIELDS,
  valuesOfField,
  valueWords,
  withField,
  withText,
  withTimes,
} from '../lib/history/filter-fields.ts'
import { rangeWords } from '../lib/history/range-words.ts'
import type { HistorySelection } from '../lib/history/time-range.ts'
import { clockText, useTick } from '../lib/time/time.ts'
import { shortenMiddle } from '../lib/words/shorten.ts'
import { Button } from './button.tsx'
import { CrossIcon } from './cross-icon.tsx'
import styles from './history-filter-chips.module.css'

const LONGEST_VALUE = 36

interface HistoryFilterChipsProps {
  readonly selection: HistorySelection
  readonly onSelection: (selection: HistorySelection) => void
}

/** Everything that restricts, each with a way to take it back. */
export function HistoryFilterChips({ selection, onSelection }: HistoryFilterChipsProps) {
  const { filter, preset } = selection
  const range = useTick((nowMs) => rangeWords(selection, (atMs) => clockText.at(atMs, nowMs)))
  const chips = FILTER_FIELDS.flatMap((field) => {
    const values = valuesOfField(filter, field)
    return values.map((value) => ({
      key: `${field} ${value}`,
      name: FIELD_WORDS[field].one,
      words: valueWords(field, value),
      next: withField(
        filter,
        field,
        values.filter((other) => other !== value),
      ),
    }))
  })
  if (chips.length === 0 && range === null && filter.text === undefined) return null
  return (
    <ul className={styles.chips} aria-label="What restricts">
      {range === null ? null : (
        <Chip
          name="Time"
          words={range}
          onRemove={() => onSelection({ filter: withTimes(filter, null, null), preset: null })}
        />
      )}
      {filter.text === undefined ? null : (
        <Chip name="Words" words={filter.text} onRemove={() => onSelection({ filter: withText(filter, ''), preset })} />
      )}
      {chips.map(({ key, name, words, next }) => (
        <Chip key={key} name={name} words={words} onRemove={() => onSelection({ filter: next, preset })} />
      ))}
      <li>
        <Button look="quiet" onPress={() => onSelection({ filter: {}, preset: null })}>
          Clear all
        </Button>
      </li>
    </ul>
  )
}

interface ChipProps {
  readonly name: string
  readonly words: string
  readonly onRemove: () => void
}

function Chip({ name, words, onRemove }: ChipProps) {
  const short = shortenMiddle(words, LONGEST_VALUE)
  return (
    <li className={styles.chip} title={short === words ? undefined : words}>
      <span className={styles.name}>{name}</span> <span>{short}</span>
      <AriaButton className={styles.remove ?? ''} aria-label={`Do not restrict: ${name} ${words}`} onPress={onRemove}>
        <CrossIcon size={8} strokeWidth={2} />
      </AriaButton>
    </li>
  )
}
