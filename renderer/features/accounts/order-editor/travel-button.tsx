import { useState } from 'react'
import type { OrderRevision } from '../../../../shared/contract/types.ts'
import { Button } from '../../../components/button.tsx'
import { clockText, useTick } from '../../../lib/time/time.ts'
import { revisionName } from './order-words.ts'

interface TravelButtonProps {
  readonly word: 'Undo' | 'Redo'
  readonly revision: OrderRevision
  readonly act: () => Promise<boolean>
}

/** Takes back or brings back a saved order, and says whose and of when. */
export function TravelButton({ word, revision, act }: TravelButtonProps) {
  const [isPending, setPending] = useState(false)
  const name = useTick((nowMs) => revisionName(revision, (atMs) => clockText.at(atMs, nowMs)))
  return (
    <Button
      look="quiet"
      isPending={isPending}
      onPress={() => {
        setPending(true)
        void act().finally(() => setPending(false))
      }}
    >
      {word}: {name}
    </Button>
  )
}
