import { useState } from 'react'
import type { OrderRevision } from '../../../../shared/contract/types.ts'
import { Button } from '../../../components/button.tsx'
import { redoOrder, undoOrder } from './order-actions.ts'
import { OrderHistoryDrawer } from './order-history.tsx'
import { TravelButton } from './travel-button.tsx'
import { useOrderHistory } from './use-order-history.ts'

interface LaneToolsProps {
  readonly agentId: string
  readonly provider: string
}

/** What can be done about orders that were saved before: take back, bring back, look up. */
export function LaneTools({ agentId, provider }: LaneToolsProps) {
  const [isOpen, setOpen] = useState(false)
  const { history } = useOrderHistory(null, 1)
  const concerns = (revision: OrderRevision | null | undefined): revision is OrderRevision =>
    revision != null && revision.provider === provider && (revision.target === 'config' || revision.agentId === agentId)
  return (
    <>
      {concerns(history?.undoable) ? <TravelButton word="Undo" revision={history.undoable} act={undoOrder} /> : null}
      {concerns(history?.redoable) ? <TravelButton word="Redo" revision={history.redoable} act={redoOrder} /> : null}
      <Button look="quiet" aria-label={`History of the order of ${provider}`} onPress={() => setOpen(true)}>
        History
      </Button>
      <OrderHistoryDrawer agentId={agentId} provider={provider} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
