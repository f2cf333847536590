import { useId, useState } from 'react'
import type { OrderConflict, OrderList } from '../../../../shared/contract/types.ts'
import { Button } from '../../../components/button.tsx'
import { Breakable } from '../../../components/breakable.tsx'
import type { Draft } from './draft.ts'
import { compareLists, conflictSentence } from './conflict-rows.ts'
import styles from './conflict-panel.module.css'

interface ConflictPanelProps {
  readonly draft: Draft
  readonly conflict: OrderConflict
  readonly onChoose: (choice: 'take_theirs' | 'overwrite') => void
}

/** The order was changed while it was edited: what it was, what it is, what was made of it here, and what to do. */
export function ConflictPanel({ draft, conflict, onChoose }: ConflictPanelProps) {
  const [isCompared, setCompared] = useState(true)
  const table = useId()
  const started = draft.base[conflict.target].profileIds
  const theirs = conflict.current.profileIds
  return (
    <section className={styles.panel} aria-label="Changed meanwhile" data-order-conflict={conflict.target}>
      <div role="alert">
        <p>
          <strong>Changed meanwhile.</strong> {conflictSentence(conflict, started)}
        </p>
      </div>
      <div className={styles.choices}>
        <Button onPress={() => onChoose('take_theirs')}>Reload</Button>
        <Button aria-expanded={isCompared} aria-controls={table} onPress={() => setCompared(!isCompared)}>
          Compare
        </Button>
        <Button onPress={() => onChoose('overwrite')}>Overwrite</Button>
      </div>
      <p className={styles.meaning}>
        Reload shows what is there now in place of yours, which Undo brings back. Overwrite writes yours over it
        {conflict.target === 'config' ? '; a copy of the file is kept' : ''}.
      </p>
      <div id={table} hidden={!isCompared}>
        <Comparison started={started} theirs={theirs} mine={draft.ids} />
      </div>
    </section>
  )
}

interface ComparisonProps {
  readonly started: OrderList
  readonly theirs: OrderList
  readonly mine: OrderList
}

function Comparison({ started, theirs, mine }: ComparisonProps) {
  const rows = compareLists(started, theirs, mine)
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Place by place; what differs from where you started is marked</caption>
      <thead>
        <tr>
          <th scope="col">Place</th>
          <th scope="col">You started from</th>
          <th scope="col">There now</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {[started, theirs, mine].some((ids) => ids === null || ids.length === 0) ? (
          <tr>
            <th scope="row">–</th>
            {[started, theirs, mine].map((ids, column) => (
              <td key={['started', 'theirs', 'mine'][column]} className={styles.none}>
                {ids === null ? 'no order' : ids.length === 0 ? 'no account' : ''}
              </td>
            ))}
          </tr>
        ) : null}
        {rows.map((row) => (
          <tr key={row.place}>
            <th scope="row">{row.place}</th>
            <Cell id={row.started} isMarked={false} />
            <Cell id={row.theirs} isMarked={row.theirs !== row.started} />
            <Cell id={row.mine} isMarked={row.mine !== row.started} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ id, isMarked }: { readonly id: string | null; readonly isMarked: boolean }) {
  if (id === null && !isMarked) return <td>{null}</td>
  const text =
    id === null ? (
      <span className={styles.none}>nothing</span>
    ) : (
      <span translate="no">
        <Breakable text={id} />
      </span>
    )
  return <td data-marked={isMarked}>{isMarked ? <mark className={styles.mark}>{text}</mark> : text}</td>
}
