import type { GatewayEdit, GatewayState } from '../../../shared/contract/types.ts'
import type { WriteWhen } from '../../lib/words/when.ts'

/** That OpenClaw runs on the directory. */
export function gatewayWords({ port, evidence }: NonNullable<GatewayState['running']>): string {
  const doubt = evidence === 'lock' ? ', by its lock' : ''
  return `OpenClaw is running on this directory (port ${port}${doubt})`
}

/** What became of an edit at a running OpenClaw. */
export interface GatewayNews {
  readonly tone: 'amber' | 'grey'
  readonly text: string
  /** Making it reload would help. */
  readonly offersReload: boolean
}

const EDITED: Readonly<Record<GatewayEdit['what'], string>> = {
  config: 'openclaw.json was changed',
  stored_order: 'The stored order was changed',
  windows: 'Locks were changed',
  credentials: 'Accounts were changed',
}

/** The last edit and what OpenClaw did about it, in a sentence or two. */
export function gatewayNews({ what, outcome, outcomeAtMs }: GatewayEdit, when: WriteWhen): GatewayNews {
  const edited = EDITED[what]
  const at = outcomeAtMs === null ? '' : ` ${when(outcomeAtMs)}`
  switch (outcome) {
    case 'waiting':
      return { tone: 'grey', text: `${edited}; waiting for OpenClaw to notice…`, offersReload: false }
    case 'reloaded':
      return { tone: 'grey', text: `${edited}, and OpenClaw read it again${at}.`, offersReload: false }
    case 'restarted':
      return { tone: 'grey', text: `${edited}, and OpenClaw restarted${at}.`, offersReload: false }
    case 'keeps_own_copy':
      return { tone: 'amber', text: `${edited}. OpenClaw keeps its own copy until it reloads.`, offersReload: true }
    case 'not_confirmed':
      return {
        tone: 'amber',
        text: `${edited}. OpenClaw has not said that it read it again, so it may still use its own copy.`,
        offersReload: true,
      }
  }
}

/** Good news is old after a while; what is not settled stays. */
const NEWS_MS = 60_000

export function isStillNews({ outcome, outcomeAtMs }: GatewayEdit, nowMs: number): boolean {
  const isSettled = outcome === 'reloaded' || outcome === 'restarted'
  return !isSettled || outcomeAtMs === null || nowMs - outcomeAtMs < NEWS_MS
}

/** What making it reload does, in one sentence, and what may come of it. */
export const RELOAD_SENTENCE =
  'An entry that means nothing, auth.order.switchyard-reload, is added to openclaw.json or taken out of it, and a backup is made before.'
export const RELOAD_RISK =
  'OpenClaw 2026.7 restarts then, which may cut requests that are running; 2026.9 only reads its files again.'
