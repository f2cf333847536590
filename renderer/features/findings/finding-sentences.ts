import type { Finding, FindingCode } from '../../../shared/contract/history/index.ts'
import { formatLength } from '../../lib/time/duration.ts'
import { count, listOf } from '../../lib/words/text.ts'

export type WriteTime = (atMs: number) => string

export interface FindingWords {
  /** What was found, with its figures. */
  readonly sentence: string
  /** What it means, or what can be done. */
  readonly meaning: string
}

interface Told {
  readonly finding: Finding
  /** A figure by name; null: it is not told. */
  readonly figure: (name: string) => number | null
  /** An instant as part of a sentence: `at 10:03`, `on Wed 3 Dec at 09:00`. */
  readonly when: WriteTime
}

/** Bundles are made by other versions, too: without its figures a finding is told without them. */
const SENTENCES: Readonly<Record<FindingCode, (told: Told) => FindingWords>> = {
  flapping_profile({ finding, figure }) {
    const [openings, spanMs, lockedMs] = [figure('openings'), figure('spanMs'), figure('lockedMs')]
    const often = openings === null ? 'over and over' : `${count(openings, 'time')}${within(spanMs)}`
    return {
      sentence: `${accountsOf(finding)} was locked and freed again ${often}.`,
      meaning: `Its locks end before their cause does, so every return costs a failed call.${lockedMs === null ? '' : ` It was locked for ${formatLength(lockedMs)} in all.`}`,
    }
  },
  lock_longer_than_cause(told) {
    return told.figure('leftMs') === null ? longLock(told) : contradictedLock(told)
  },
  fallback_never_returned({ finding, figure, when }) {
    const [runs, sinceMs, forMs] = [figure('runs'), figure('usableSinceMs'), figure('usableForMs')]
    const stayed =
      runs === null ? 'stayed on a fallback model' : `went to a fallback model in ${count(runs, 'more run')}`
    const since = sinceMs === null ? 'for long' : `since ${atPlace(when(sinceMs))}`
    const length = forMs === null ? '' : `, ${formatLength(forMs)} by the end`
    return {
      sentence: `${sessionsOf(finding)} ${stayed}, although the requested model had been usable ${since}${length}.`,
      meaning: `Models concerned: ${listOf(finding.models, 4) || 'not on record'}. Choosing the model again in the session ends the fallback.`,
    }
  },
  order_names_missing_profile({ finding, figure }) {
    const missing = figure('missing') ?? finding.profileIds.length
    const agents = figure('agents')
    return {
      sentence: `The order of ${providerOf(finding)} names ${count(missing, 'account')} that ${missing === 1 ? 'does' : 'do'} not exist${finding.profileIds.length === 0 ? '' : `: ${listOf(finding.profileIds, 4)}`}.`,
      meaning: `${missing === 1 ? 'Its place is' : 'Their places are'} skipped without a word${agents !== null && agents > 1 ? `, for ${count(agents, 'agent')}` : ''}. Add the account, or take the name out of the order.`,
    }
  },
  provider_wide_outage({ finding, figure }) {
    const [failures, attempts, minutes] = [figure('failures'), figure('attempts'), figure('minutes')]
    const [models, accounts, others] = [figure('models'), figure('accounts'), figure('otherProviders')]
    const share =
      failures === null || attempts === null
        ? 'nearly every attempt failed'
        : `${failures.toLocaleString('en')} of ${count(attempts, 'attempt')} failed`
    const across = [
      models === null || models === 0 ? null : count(models, 'model'),
      accounts === null || accounts === 0 ? null : count(accounts, 'account'),
    ].filter((part) => part !== null)
    return {
      sentence: `${finding.provider ?? 'A provider'} was in trouble${minutes === null ? '' : ` for ${count(minutes, 'minute')}`}: ${share}.`,
      meaning:
        others !== null && others > 0
          ? `${count(others, 'other provider')} failed at the same time: the connection of this machine may have been the cause.`
          : `It was the provider and no single account${across.length === 0 ? '' : `: it happened across ${listOf(across)}`}. Only a chain with a model of another provider helps against that.`,
    }
  },
  rate_limit_misread_as_billing({ finding, figure }) {
    const [records, announcedMs] = [figure('records'), figure('announcedMs')]
    const some = records === null ? 'Failures' : count(records, 'failure')
    return {
      sentence: `${some} at ${providerOf(finding)} ${records === 1 ? 'was' : 'were'} taken for a lack of credit, but ${records === 1 ? 'speaks' : 'speak'} of a limit that passes by itself${announcedMs === null ? '' : ` within ${formatLength(announcedMs)}`}.`,
      meaning: 'A lack of credit locks an account for hours. Re-check the account: a lock whose cause has passed ends.',
    }
  },
  clock_skew: clockSkew,
  shared_limit({ finding, figure }) {
    const [accounts, times, withinMs] = [
      figure('accounts') ?? finding.profileIds.length,
      figure('times'),
      figure('withinMs'),
    ]
    const often = times === null ? 'again and again' : count(times, 'time')
    return {
      sentence: `${count(accounts, 'account')} of ${providerOf(finding)} reached a limit together ${often}${withinMs === null ? '' : withinMs < 1000 ? ', within a second' : `, within ${formatLength(withinMs)}`}.`,
      meaning: `${listOf(finding.profileIds, 4) || 'They'} seem to share one limit, as accounts of one organisation do: changing between them does not help.`,
    }
  },
}

export function findingWords(finding: Finding, when: WriteTime): FindingWords {
  return SENTENCES[finding.code]({ finding, figure: (name) => finding.figures[name] ?? null, when })
}

function longLock({ finding, figure, when }: Told): FindingWords {
  const [lengthMs, justifiedMs] = [figure('lengthMs'), figure('justifiedMs')]
  const [untilMs, failures] = [figure('untilMs'), figure('failures')]
  // What is over is told for the sake of knowing.
  const isOver = finding.severity === 'info'
  const long = lengthMs === null ? 'for far longer than its cause justifies' : `for ${formatLength(lengthMs)}`
  const due =
    justifiedMs === null
      ? ''
      : `, although its ${failures === null || failures < 2 ? 'failure justifies' : `${count(failures, 'failure')} justify`} ${justifiedMs === 0 ? 'none' : formatLength(justifiedMs)}`
  const isGoneEarly = figure('leftEarlyMs') !== null
  const end =
    untilMs === null
      ? ''
      : isGoneEarly
        ? `The lock was to end ${when(untilMs)} and has been ended or replaced since. `
        : `The lock ${isOver ? 'ended' : 'ends'} ${when(untilMs)}. `
  return {
    sentence: `${accountsOf(finding)} ${isGoneEarly ? 'was to be' : isOver ? 'was' : 'is'} locked ${long}${due}.`,
    meaning: `${end}${isOver ? 'Another policy, or a shorter limit in it, would have brought the account back sooner.' : 'Re-check the account: a lock whose cause has passed ends.'}`,
  }
}

function contradictedLock({ finding, figure, when }: Told): FindingWords {
  const [untilMs, leftMs, failedMs, answeredMs] = [
    figure('untilMs'),
    figure('leftMs'),
    figure('failedMs'),
    figure('answeredMs'),
  ]
  const until = untilMs === null ? '' : ` until ${atPlace(when(untilMs))}`
  const reason =
    answeredMs === null
      ? 'by a failure that has not happened yet'
      : `although it has answered ${when(answeredMs)}, after the failure${failedMs === null ? '' : ` ${when(failedMs)}`}`
  return {
    sentence: `${accountsOf(finding)} is locked${until}${answeredMs === null ? ' ' : ', '}${reason}.`,
    meaning: `${leftMs === null ? '' : `${formatLength(leftMs)} are left of it. `}Re-check or clear the lock on Accounts.`,
  }
}

function clockSkew({ finding, figure, when }: Told): FindingWords {
  const [aheadMs, records, fileMs] = [figure('aheadMs'), figure('records'), figure('fileMs')]
  const [windows, backMs] = [figure('windows'), figure('backMs')]
  const ahead = aheadMs === null ? '' : ` by ${formatLength(aheadMs)}`
  const meaning = 'The clock of the machine that wrote this was wrong, or this one is: times of records may be, too.'
  if (windows !== null)
    return {
      sentence: `${count(windows, 'lock')} of ${accountsOf(finding)} ended before ${windows === 1 ? 'it' : 'they'} began${backMs === null ? '' : `, by up to ${formatLength(backMs)}`}.`,
      meaning,
    }
  if (fileMs !== null)
    return {
      sentence: `The last record of a log is from ${atPlace(when(finding.toMs))}${aheadMs === null ? '' : `, ${formatLength(aheadMs)}`} after the log itself was last changed.`,
      meaning,
    }
  if (finding.profileIds.length > 0)
    return { sentence: `A failure of ${accountsOf(finding)} is on record that lies in the future${ahead}.`, meaning }
  const some = records === null ? 'Records lie' : `${count(records, 'record')} ${records === 1 ? 'lies' : 'lie'}`
  return { sentence: `${some} in the future${aheadMs === null ? '' : `, by up to ${formatLength(aheadMs)}`}.`, meaning }
}

function within(spanMs: number | null): string {
  return spanMs === null ? '' : ` within ${formatLength(spanMs)}`
}

/** `at 10:03` after `since` and `until` is just `10:03`. */
function atPlace(when: string): string {
  return when.replace(/^(at|on) /, '')
}

function accountsOf({ profileIds, provider }: Finding): string {
  return listOf(profileIds) || (provider === null ? 'An account' : `An account of ${provider}`)
}

function sessionsOf({ sessions }: Finding): string {
  if (sessions.length === 0) return 'A session'
  return sessions.length === 1 ? `Session ${sessions[0]}` : `Sessions ${listOf(sessions)}`
}

function providerOf({ provider }: Finding): string {
  return provider ?? 'a provider'
}

/** What is looked for, each as a short clause: it stands where nothing was found. */
export const LOOKED_FOR: Readonly<Record<FindingCode, string>> = {
  flapping_profile: 'accounts that are locked and freed over and over',
  lock_longer_than_cause: 'locks that outlast their cause',
  fallback_never_returned: 'sessions that stay on a fallback',
  order_names_missing_profile: 'orders that name missing accounts',
  provider_wide_outage: 'outages of a whole provider',
  rate_limit_misread_as_billing: 'rate limits taken for a lack of credit',
  clock_skew: 'clocks that are wrong',
  shared_limit: 'accounts that share one limit',
}

const TITLES: Readonly<Record<Finding['severity'], string>> = {
  error: 'Going on now',
  warning: 'Worth looking into',
  info: 'Good to know',
}

export interface FindingGroup {
  readonly severity: Finding['severity']
  readonly title: string
  readonly findings: readonly Finding[]
}

/** Most urgent first, in each group the latest first. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  return (['error', 'warning', 'info'] as const)
    .map((severity) => ({
      severity,
      title: TITLES[severity],
      findings: findings.filter((finding) => finding.severity === severity).toSorted((a, b) => b.toMs - a.toMs),
    }))
    .filter(({ findings: ofGroup }) => ofGroup.length > 0)
}

/** Records can show it: what only the present files show leads elsewhere. */
export function hasRecords({ code, fromMs, toMs, figures }: Finding): boolean {
  return (
    code !== 'order_names_missing_profile' &&
    !(code === 'clock_skew' && fromMs > toMs) &&
    figures['fileMs'] === undefined
  )
}
