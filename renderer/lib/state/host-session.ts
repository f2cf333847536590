import { QueryClient } from '@tanstack/react-query'
import { describeAgent } from '../../../shared/engine/index.ts'
import type { HostState, StateMessage } from '../../../shared/contract/types.ts'
import { hostClock } from '../time/time.ts'
import { pickTransport } from '../transport/connect.ts'
import type { HostClient } from '../transport/host-client.ts'
import { keepConnected } from '../transport/keep-connected.ts'
import { AgentStatuses } from './agent-statuses.ts'
import { applyMessage, type KnownState } from './apply-message.ts'
import { setConnection, useConnection } from './connection-store.ts'

/** Everything comes by subscription or is asked for once: nothing goes stale by itself, and nothing is asked for again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      structuralSharing: false,
    },
    mutations: { networkMode: 'always' },
  },
})

export const HOST_STATE_KEY = ['host', 'state'] as const
export const HOST_INFO_KEY = ['host', 'info'] as const

export const agentStatuses = new AgentStatuses(hostClock, describeAgent)

let client: HostClient | null = null

/** The host, for a request; throws while there is no connection. */
export function host(): HostClient {
  if (client === null) throw new Error('There is no connection to the host.')
  return client
}

/** Where the open directory is; null: none is open. Screens use `useDirectory`. */
export function openDirectoryPath(): string | null {
  const state = queryClient.getQueryData<HostState>(HOST_STATE_KEY)
  return state?.kind === 'open' ? state.directory.path : null
}

/** Connects this page to its host for as long as it lives. Returns how to stop. */
export function startSession(): () => void {
  const connect = pickTransport()
  if (connect === null) {
    setConnection({ phase: 'no_key' })
    return () => undefined
  }
  return keepConnected(connect, {
    onOpen: follow,
    onLost: () => {
      client = null
      if (useConnection.getState().phase !== 'lost') setConnection({ phase: 'lost', sinceMs: Date.now() })
    },
    onRefused: () => setConnection({ phase: 'refused' }),
  })
}

async function follow(opened: HostClient): Promise<void> {
  client = opened
  const [info, messages] = await Promise.all([opened.host.info(), opened.state.watch()])
  queryClient.setQueryData(HOST_INFO_KEY, info)
  let known: KnownState | null = null
  for await (const message of messages) {
    hostClock.observe(message.hostNowMs)
    known = take(known, message)
    if (useConnection.getState().phase !== 'live') setConnection({ phase: 'live' })
  }
}

function take(known: KnownState | null, message: StateMessage): KnownState | null {
  const next = applyMessage(known, message)
  if (next === known || next === null) return next
  const directory = next.state.kind === 'open' ? next.state.directory : null
  // A bundle is evidence of the instant at which it was made: what has ended since had not ended there.
  hostClock.hold(directory?.bundle?.createdMs ?? null)
  agentStatuses.setFacts(directory?.facts ?? null)
  queryClient.setQueryData(HOST_STATE_KEY, next.state)
  return next
}
