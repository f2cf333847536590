import { Outlet } from '@tanstack/react-router'
import { useConnection } from '../lib/state/connection-store.ts'
import { useHostInfo, useHostState } from '../lib/state/use-host.ts'
import { FirstRun } from '../features/directory/open/first-run.tsx'
import { OpeningScreen } from '../features/directory/open/opening-screen.tsx'
import { KeyScreen } from './screens/key-screen.tsx'
import { WaitingScreen } from './screens/waiting-screen.tsx'
import { Shell } from './shell/shell.tsx'

/** Decides what the page is about at all: the connection, a directory to open, or the open directory. */
export function Root() {
  const phase = useConnection((connection) => connection.phase)
  const state = useHostState()
  const info = useHostInfo()

  if (phase === 'no_key' || phase === 'refused') return <KeyScreen phase={phase} />
  if (state === undefined || info === undefined) return <WaitingScreen isLost={phase === 'lost'} />
  if (state.kind === 'none') return <FirstRun failure={state.failure} info={info} isLost={phase === 'lost'} />
  if (state.kind === 'opening') return <OpeningScreen path={state.path} />
  return (
    <Shell directory={state.directory} info={info}>
      <Outlet />
    </Shell>
  )
}
