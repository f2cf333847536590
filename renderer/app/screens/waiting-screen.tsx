import { Skeleton } from '../../components/skeleton.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { PlainScreen } from './plain-screen.tsx'

/** Before the first state has come. Usually too short to be seen. */
export function WaitingScreen({ isLost }: { readonly isLost: boolean }) {
  useTitle(isLost ? 'Not connected' : 'Connecting')
  if (!isLost) return <Skeleton label="Connecting" />
  return (
    <PlainScreen title="Switchyard does not answer">
      <output>It may have been closed, or is just starting. This page connects by itself as soon as it can.</output>
    </PlainScreen>
  )
}
