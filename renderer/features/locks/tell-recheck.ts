import { showToast } from '../../components/toasts.tsx'
import { clockText, hostClock } from '../../lib/time/time.ts'
import { recheckProblemSentence, recheckSentence } from './recheck-sentences.ts'
import type { EndedRecheck } from './recheck-state.ts'

/** An account that answered leaves the list of locks, so what a re-check came to is told in a place of its own as well. */
export function tellRecheck(profileId: string, ended: EndedRecheck): void {
  if (ended.state === 'problem')
    return showToast({ tone: 'bad', message: recheckProblemSentence(profileId, ended.problem) })
  const { tone, text } = recheckSentence(ended.report, (atMs) => clockText.when(atMs, hostClock.nowMs()))
  showToast({ tone, message: text })
}
