import { useState } from 'react'
import { useHostAction, type ActionProblem } from '../../lib/state/use-host-action.ts'
import { useRefreshKnown } from './directory-queries.ts'

export interface OpenBeside {
  /** Shows a directory beside this one; null: the new window or tab asks which. */
  open(path: string | null): Promise<void>
  readonly isPending: boolean
  readonly problem: ActionProblem | null
  /** Opens the tab that the browser did not let this page open by itself; null: there is none. */
  readonly openBlocked: (() => void) | null
}

/** Shows directories beside the open one, in a window or a tab of their own. */
export function useOpenBeside(): OpenBeside {
  const action = useHostAction((client, path: string | null) => client.directory.openBeside({ path }))
  const refresh = useRefreshKnown()
  const [blocked, setBlocked] = useState<string | null>(null)
  const openTab = (address: string): void => setBlocked(hasOpenedTab(address) ? null : address)
  return {
    async open(path) {
      setBlocked(null)
      const shown = await action.run(path)
      refresh()
      if (shown?.address != null) openTab(shown.address)
    },
    isPending: action.isPending,
    problem: action.problem,
    openBlocked: blocked === null ? null : () => openTab(blocked),
  }
}

/** The new tab gets a copy of this one's storage, and with it the key; so it has to be opened from here, as one that has an opener. */
function hasOpenedTab(address: string): boolean {
  return window.open(address, '_blank') !== null
}
