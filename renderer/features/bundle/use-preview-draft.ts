import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConnection } from '../../lib/state/connection-store.ts'
import { host } from '../../lib/state/host-session.ts'
import { actionProblem } from '../../lib/state/use-host-action.ts'
import { hostClock } from '../../lib/time/time.ts'
import { bundleOptions, firstChoice, type BundleChoice } from './bundle-choice.ts'
import { PreviewDraft, type PreviewStage } from './preview-draft.ts'

/** @param decisions on record now */
export function usePreviewDraft(decisions: number): { readonly draft: PreviewDraft; readonly stage: PreviewStage } {
  const [draft] = useState(
    () => new PreviewDraft({ choice: firstChoice(decisions), decisions, make, explain: actionProblem, after }),
  )
  const isLive = useConnection((connection) => connection.phase === 'live')
  useEffect(() => draft.setDecisions(decisions), [draft, decisions])
  useEffect(() => (isLive ? draft.start() : undefined), [draft, isLive])
  return { draft, stage: useSyncExternalStore(draft.subscribe, draft.stage) }
}

async function make(choice: BundleChoice, signal: AbortSignal) {
  const atMs = hostClock.nowMs()
  return { preview: await host().history.bundlePreview(bundleOptions(choice, atMs), { signal }), atMs }
}

function after(delayMs: number, task: () => void): () => void {
  const timer = setTimeout(task, delayMs)
  return () => clearTimeout(timer)
}
