import { useEffect } from 'react'
import { create } from 'zustand'
import type { HistoryState } from '../../../shared/contract/history/index.ts'
import { useConnection } from '../state/connection-store.ts'
import { host } from '../state/host-session.ts'
import { useDirectory } from '../state/use-host.ts'
import { actionProblem, type ActionProblem } from '../state/use-host-action.ts'

interface Feed {
  /** Of which directory. */
  readonly path: string | null
  /** null: not known yet */
  readonly state: HistoryState | null
  readonly problem: ActionProblem | null
}

const EMPTY: Feed = { path: null, state: null, problem: null }
const NOTHING = { path: null, bundle: null }
const useFeed = create<Feed>(() => EMPTY)

let followers = 0
let running: AbortController | null = null

/**
 * What is stored of the history, as it is now. However many parts of the screen ask, there is one subscription; it lasts as
 * long as one of them is shown, and is made again with every connection and directory. Between those the last state stays.
 */
export function useHistoryState(): Pick<Feed, 'state' | 'problem'> & { readonly retry: () => void } {
  const { path, bundle } = useDirectory() ?? NOTHING
  const isLive = useConnection((connection) => connection.phase === 'live')
  const feed = useFeed()
  // A bundle is another one each time it is opened, whatever its path.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => (isLive && path !== null ? join(path) : undefined), [isLive, path, bundle])
  const isOurs = feed.path === path
  return {
    state: isOurs ? feed.state : null,
    problem: isOurs ? feed.problem : null,
    retry: () => {
      if (path !== null) restart(path)
    },
  }
}

/** Changes whenever an answer about the history may be another one: part of the key of each question. */
export function historyVersion(state: HistoryState | null): string {
  return state === null ? '' : `${state.count}:${state.newestId}`
}

function join(path: string): () => void {
  followers += 1
  if (followers === 1) restart(path)
  return () => {
    followers -= 1
    if (followers > 0) return
    running?.abort()
    running = null
  }
}

function restart(path: string): void {
  running?.abort()
  running = new AbortController()
  if (useFeed.getState().path !== path) useFeed.setState({ ...EMPTY, path }, true)
  void follow(path, running.signal)
}

async function follow(path: string, signal: AbortSignal): Promise<void> {
  try {
    const states = await host().history.watch(undefined, { signal })
    for await (const state of states) {
      if (signal.aborted) return
      useFeed.setState({ path, state, problem: null }, true)
    }
  } catch (error) {
    // What ends because nobody follows any more, or because the connection did, is no problem of the history.
    if (signal.aborted || useConnection.getState().phase !== 'live') return
    useFeed.setState({ path, problem: actionProblem(error) })
  }
}
