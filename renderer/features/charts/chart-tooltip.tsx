import styles from './chart-tooltip.module.css'

/** What a bar says, as a part of the data that it is drawn from. */
export interface TooltipWords {
  readonly name: string
  readonly lines: readonly { readonly word: string; readonly value: string }[]
}

interface ChartTooltipProps {
  /** Of the bar under the pointer; the chart gives it. */
  readonly payload?: readonly { readonly payload?: TooltipWords }[]
}

/** What a bar says, beside the pointer. */
export function ChartTooltip({ payload }: ChartTooltipProps) {
  const words = payload?.[0]?.payload
  if (words === undefined) return null
  return (
    <div className={styles.tooltip}>
      <p className={styles.title}>{words.name}</p>
      <dl className={styles.lines}>
        {words.lines.map(({ word, value }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
