import { useState } from 'react'
import type { OrderList, OrderRevision } from '../../../../shared/contract/types.ts'
import { Button } from '../../../components/button.tsx'
import { Drawer } from '../../../components/drawer.tsx'
import { ClockTime, RelativeTime } from '../../../components/times.tsx'
import { useIsReadOnly } from '../../../lib/state/use-host.ts'
import { redoOrder, restoreOrder, undoOrder } from './order-actions.ts'
import { orderListWords, revisionOrigin, revisionPlace, revisionWords } from './order-words.ts'
import { TravelButton } from './travel-button.tsx'
import { useOrderHistory } from './use-order-history.ts'
import styles from './order-history.module.css'

const MOST_SHOWN = 100

interface OrderHistoryDrawerProps {
  readonly agentId: string
  readonly provider: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** What became of a provider's order, newest first. */
export function OrderHistoryDrawer({ agentId, provider, isOpen, onClose }: OrderHistoryDrawerProps) {
  return (
    <Drawer title={`History of the order of ${provider}`} isOpen={isOpen} onClose={onClose}>
      {isOpen ? <Revisions agentId={agentId} provider={provider} /> : null}
    </Drawer>
  )
}

function Revisions({ agentId, provider }: Pick<OrderHistoryDrawerProps, 'agentId' | 'provider'>) {
  const isReadOnly = useIsReadOnly()
  const { history, isFailed } = useOrderHistory(provider, MOST_SHOWN)
  if (history === undefined) {
    return <p className={styles.none}>{isFailed ? 'The history could not be read.' : 'Looking it up…'}</p>
  }
  const revisions = history.revisions.filter((revision) => revision.target === 'config' || revision.agentId === agentId)
  return (
    <>
      {history.undoable === null && history.redoable === null ? null : (
        <p className={styles.travel}>
          {history.undoable === null ? null : <TravelButton word="Undo" revision={history.undoable} act={undoOrder} />}
          {history.redoable === null ? null : <TravelButton word="Redo" revision={history.redoable} act={redoOrder} />}
        </p>
      )}
      {revisions.length === 0 ? (
        <p className={styles.none}>
          {isReadOnly
            ? 'No change of this order is in this bundle.'
            : 'No change of this order is known. Changes are kept from the first one made here on.'}
        </p>
      ) : (
        <ol className={styles.revisions} aria-label="Changes, newest first">
          {revisions.map((revision) => (
            <Revision key={revision.id} revision={revision} isReadOnly={isReadOnly} />
          ))}
        </ol>
      )}
    </>
  )
}

interface RevisionProps {
  readonly revision: OrderRevision
  readonly isReadOnly: boolean
}

function Revision({ revision, isReadOnly }: RevisionProps) {
  const [isPending, setPending] = useState(false)
  const { before, after, state, atMs } = revision
  return (
    <li className={styles.revision} data-order-revision={revision.id} data-state={state}>
      <p className={styles.head}>
        <strong>
          <ClockTime atMs={atMs} />
        </strong>
        <span>
          <RelativeTime atMs={atMs} />
        </span>
        <span>{revisionPlace(revision)}</span>
        <span>{revisionOrigin(revision)}</span>
      </p>
      <ul className={styles.changes}>
        {revisionWords(before, after).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <dl className={styles.lists}>
        <ListOf label="Before" ids={before} />
        <ListOf label="After" ids={after} />
      </dl>
      {isReadOnly ? null : (
        <Button
          isPending={isPending}
          onPress={() => {
            setPending(true)
            void restoreOrder(revision).finally(() => setPending(false))
          }}
        >
          {before === null ? 'Restore: no order' : 'Restore the order before this'}
        </Button>
      )}
    </li>
  )
}

function ListOf({ label, ids }: { readonly label: string; readonly ids: OrderList }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd translate={ids === null ? 'yes' : 'no'}>{orderListWords(ids, 12)}</dd>
    </div>
  )
}
