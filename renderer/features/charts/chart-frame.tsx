import { useId, useState, type ReactNode } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import type { HistoryFilter } from '../../../shared/contract/history/index.ts'
import card from '../../components/card.module.css'
import { DecisionsLink } from '../../components/history-links.tsx'
import { unbroken } from '../../lib/words/unbroken.ts'
import styles from './chart-frame.module.css'
import { Swatch, type Look } from './looks.tsx'

export interface TableRow {
  readonly key: string
  /** The first one names the row. */
  readonly cells: readonly string[]
  /** Leads to the records. */
  readonly filter: HistoryFilter
}

interface ChartFrameProps {
  /** What it is about, in a few words. */
  readonly name: string
  /** What it found. */
  readonly sentence: string
  /** What is drawn, and in which unit. */
  readonly note: string
  readonly legend?: readonly { readonly look: Look; readonly word: string }[]
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
  /** How many of the rows are drawn, where not all. */
  readonly drawnCount?: number
  readonly children: ReactNode
}

/** A chart under the sentence that it proves, or the same figures as a table. */
export function ChartFrame(props: ChartFrameProps) {
  const { name, sentence, note, legend = [], columns, rows, drawnCount = rows.length, children } = props
  const [isTable, setTable] = useState(false)
  const id = useId()
  const isEmpty = rows.length === 0
  return (
    <section className={`${card.card} ${styles.frame}`} aria-labelledby={id} data-chart={name} data-rows={rows.length}>
      <header className={styles.head}>
        <p className={styles.name}>{name}</p>
        <h2 id={id} className={styles.sentence}>
          {unbroken(sentence)}
        </h2>
      </header>
      {isEmpty ? null : (
        <>
          <div className={styles.line}>
            <p className={styles.note}>{note}</p>
            {legend.length === 0 || isTable ? null : (
              <ul className={styles.legend}>
                {legend.map(({ look, word }) => (
                  <li key={word}>
                    <Swatch prefix={id} look={look} />
                    {word}
                  </li>
                ))}
              </ul>
            )}
            <ToggleButton className={styles.toggle ?? ''} isSelected={isTable} onChange={setTable}>
              As table
            </ToggleButton>
          </div>
          {isTable ? (
            <Table columns={columns} rows={rows} labelledBy={id} />
          ) : (
            <div role="img" aria-label={`${sentence} ${note}. The figures are in the table.`} className={styles.chart}>
              {children}
            </div>
          )}
          {drawnCount < rows.length && !isTable ? (
            <p className={styles.more}>
              {drawnCount} of {rows.length} are drawn; the table has all.
            </p>
          ) : null}
        </>
      )}
    </section>
  )
}

interface TableProps {
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
  readonly labelledBy: string
}

function Table({ columns, rows, labelledBy }: TableProps) {
  return (
    // The table scrolls by itself: by keyboard, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0} role="group" aria-labelledby={labelledBy}>
      <table className={styles.table} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...values], filter }) => (
            <tr key={key}>
              <th scope="row">
                <DecisionsLink filter={filter}>{name}</DecisionsLink>
              </th>
              {values.map((value, index) => (
                <td key={columns[index + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
