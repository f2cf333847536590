import { showToast } from '../../components/toasts.tsx'
import { clockText, hostClock } from '../../lib/time/time.ts'
import { recheckSentence } from './recheck-sentences.ts'
import type { EndedRecheck } from './recheck-state.ts'

/** An account that answered leaves the list of locks, so that is told in a place of its own. All else is told at its lock. */
export function tellRecheck(ended: EndedRecheck): void {
  if (ended.state === 'problem' || ended.report.outcome !== 'ok') return
  const { tone, text } = recheckSentence(ended.report, (atMs) => clockText.when(atMs, hostClock.nowMs()))
  showToast({ tone, message: text })
}
