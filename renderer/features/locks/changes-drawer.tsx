import { Drawer } from '../../components/drawer.tsx'
import { LedgerList } from './ledger-list.tsx'

const PAGE = 50

interface ChangesDrawerProps {
  readonly agentId: string
  readonly onClose: () => void
}

/** Everything that became of the locks of one agent. */
export function ChangesDrawer({ agentId, onClose }: ChangesDrawerProps) {
  return (
    <Drawer title={`All lock changes of ${agentId}`} isOpen onClose={onClose}>
      <LedgerList agentId={agentId} profileId={null} pageSize={PAGE} />
    </Drawer>
  )
}
