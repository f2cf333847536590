import type { IneligibleCode, ProfileOrder } from '../../../../shared/engine/index.ts'
import type { OrderList, OrderRevision, OrderTarget } from '../../../../shared/contract/types.ts'
import { shortenMiddle } from '../../../lib/words/shorten.ts'
import { capitalize, listOf, ordinal } from '../../../lib/words/text.ts'
import { exclusionWords } from '../order-sentences.ts'
import { orderChanges } from './order-changes.ts'
import type { Consequence, OrderPreview, PreviewRow } from './order-preview.ts'
import type { OrderSources } from './order-sources.ts'

/** So much of an id tells it from others; the rows have it whole. */
const LONGEST_ID = 48

/** An order in short: `work → home`, `no order`, `no account`. */
export function orderListWords(ids: OrderList, shown = 4): string {
  if (ids === null) return 'no order'
  if (ids.length === 0) return 'no account'
  const more = ids.length - shown
  const line = ids
    .slice(0, shown)
    .map((id) => shortenMiddle(id, LONGEST_ID))
    .join(' → ')
  return more > 0 ? `${line} and ${more} more` : line
}

/** Which of the places wins, in one sentence. */
export function winnerSentence({ stored, inherited, config, winner }: OrderSources): string {
  switch (winner) {
    case 'stored': {
      if (config !== null)
        return 'The order stored for this agent wins; the one in openclaw.json does not count for it.'
      return inherited === null
        ? 'The order stored for this agent is used.'
        : 'The order stored for this agent wins over the one it would inherit.'
    }
    case 'inherited':
      return config === null
        ? 'The order that this agent inherits is used.'
        : 'The order that this agent inherits wins; the one in openclaw.json does not count for it.'
    case 'config':
      return stored === null ? 'The order in openclaw.json is used, as none is stored for this agent.' : ''
    case null:
      return 'No order is written anywhere, so the accounts rotate by themselves.'
  }
}

/** Whether a place wins now and with the draft saved; null: neither. */
export function winnerBadge(isNow: boolean, isThen: boolean): string | null {
  if (isNow) return isThen ? 'wins' : 'wins until saved'
  return isThen ? 'wins once saved' : null
}

/** The same after saving: whether what is edited will be what is used. */
export function outcomeSentence(target: OrderTarget, ids: OrderList, preview: OrderPreview): string {
  const { order } = preview
  if (preview.counts && order.entries.length === 0) {
    return 'No account of this provider will be tried: nothing answers for it.'
  }
  if (preview.counts) return 'Once saved, this order is the one that is used.'
  if (ids !== null && order.isRepaired) {
    return 'None of the accounts it names exists, so those that are stored would be used instead.'
  }
  if (ids !== null && target === 'config' && order.source === 'stored') {
    return order.layer === 'agent'
      ? 'Once saved, it does not count for this agent: the stored order wins. Remove that one, or edit it instead.'
      : 'Once saved, it does not count for this agent: the order that it inherits wins.'
  }
  return `Once removed: ${USED_THEN[order.source](order)}.`
}

const USED_THEN: Readonly<Record<ProfileOrder['source'], (order: ProfileOrder) => string>> = {
  stored: ({ layer }) =>
    layer === 'agent' ? 'the stored order is used' : 'the order that this agent inherits is used',
  config: () => 'the order in openclaw.json is used',
  configured: () => 'the accounts named in openclaw.json rotate by themselves',
  derived: () => 'the accounts rotate by themselves',
}

/** What becomes of an account of the draft; null: it is tried where it stands. */
export function consequenceWords(consequence: Consequence, clock: (atMs: number) => string): string | null {
  switch (consequence.kind) {
    case 'as_listed':
      return null
    case 'moves_up':
      return `Will be tried ${ordinal(consequence.place)} for now`
    case 'waits':
      return capitalize(waitWords(consequence, clock))
    case 'passed_over':
      return `Passed over: ${lowerFirst(exclusionWords(consequence.code))}`
    case 'does_not_count':
      return null
  }
}

/**
 * What stands under an account of the draft; null: nothing has to be said.
 *
 * @param owners other agents that have an account which this one lacks
 */
export function rowNote(
  consequence: Consequence | undefined,
  flaw: IneligibleCode | null,
  owners: string | null,
  clock: (atMs: number) => string,
): string | null {
  const words = consequence === undefined ? null : consequenceWords(consequence, clock)
  const note = words ?? (flaw === null ? null : exclusionWords(flaw))
  return note === null || owners === null ? note : `${note} for this agent; ${owners} has it`
}

function waitWords(
  { place, of, untilMs, placeAfter }: Extract<Consequence, { kind: 'waits' }>,
  clock: (atMs: number) => string,
): string {
  if (of === 1) return `the only one, and locked until ${clock(untilMs)}`
  if (place === placeAfter) return `locked until ${clock(untilMs)}, and ${ordinal(place)} all the same`
  return `will be tried ${place === of ? 'last' : ordinal(place)} until ${clock(untilMs)}${afterWords(place, placeAfter)}`
}

function afterWords(place: number, placeAfter: number | null): string {
  return placeAfter === null || placeAfter === place ? '' : `, then ${ordinal(placeAfter)}`
}

/** What is said when an account has been put to a place: the place and what comes of it. */
export function spokenPlace(
  id: string,
  index: number,
  total: number,
  consequence: Consequence | undefined,
  clock: (atMs: number) => string,
): string {
  const place = `${id} is ${ordinal(index + 1)} of ${total}.`
  if (consequence === undefined) return place
  if (consequence.kind === 'does_not_count') return `${place} This order does not count now.`
  const words = consequenceWords(consequence, clock)
  return `${place} ${words ?? `Will be tried ${ordinal(index + 1)}`}.`
}

/** What a drop would do: `to the second place. Will be tried last until 14:05.` @param index -1: left out */
export function dropWords(
  index: number,
  consequence: Consequence | undefined,
  clock: (atMs: number) => string,
): string {
  if (index === -1) return 'to what is left out. Will not be tried.'
  const words = consequence === undefined ? null : consequenceWords(consequence, clock)
  return `to the ${ordinal(index + 1)} place.${words === null ? '' : ` ${words}.`}`
}

/** What is said when a finger picks up an account. */
export function spokenLift(id: string): string {
  return `${id} is picked up. Move it to another place and let go.`
}

/** What is said when a finger gives up what it picked up. */
export function spokenPutBack(id: string): string {
  return `${id} is back where it was.`
}

/** @param left how many more can be taken back or made again */
export function spokenTravel(type: 'undo' | 'redo', left: number): string {
  const more = left === 0 ? 'none left' : `${left} left`
  return type === 'undo' ? `Change undone, ${more} to undo.` : `Change made again, ${more} to redo.`
}

export function spokenLeftOut(ids: readonly string[]): string {
  return `${listOf(ids)} ${ids.length === 1 ? 'is' : 'are'} left out and will not be tried.`
}

/** How a row of the preview differs from now; null: it does not. */
export function previewChangeWords({ change, was }: Pick<PreviewRow, 'change' | 'was'>): string | null {
  if (change === 'new') return 'new here'
  if (change === 'same' || was === null) return null
  return `${change}, was ${ordinal(was)}`
}

/** A window of the preview: `until 14:05, then first`. */
export function previewWaitWords(row: PreviewRow, clock: (atMs: number) => string): string {
  return `until ${clock(row.entry.unusableUntilMs)}${afterWords(row.place, row.placeAfter)}`
}

/** The difference a revision made, one phrase each. */
export function revisionWords(before: OrderList, after: OrderList): readonly string[] {
  if (before === null && after === null) return ['Nothing changed']
  if (before === null) return ['An order was written']
  if (after === null) return ['The order was removed']
  const { added, removed, moved } = orderChanges(before, after)
  const phrases = [
    ...moved.map(({ id, from, to }) => `${id} moved from ${ordinal(from)} to ${ordinal(to)}`),
    ...added.map(({ id, to }) => `${id} came in, ${ordinal(to)}`),
    ...(removed.length === 0 ? [] : [`${listOf(removed)} left out`]),
  ]
  if (phrases.length === 0) return ['Only repeated ids changed']
  return phrases.length > MOST_PHRASES
    ? [...phrases.slice(0, MOST_PHRASES - 1), `${phrases.length - MOST_PHRASES + 1} more changes`]
    : phrases
}

const MOST_PHRASES = 5

/** Where a revision was written: `openclaw.json`, `stored for main`. */
export function revisionPlace({ target, agentId }: Pick<OrderRevision, 'target' | 'agentId'>): string {
  return target === 'config' ? 'openclaw.json' : `stored for ${agentId}`
}

const STATE_WORDS: Readonly<Record<OrderRevision['state'], string | null>> = {
  applied: null,
  undone: 'taken back',
  superseded: 'taken back, and replaced since',
}

/** Who made a revision and what became of it. */
export function revisionOrigin({ origin, state }: Pick<OrderRevision, 'origin' | 'state'>): string {
  const who = origin === 'console' ? 'saved here' : 'changed elsewhere'
  const what = STATE_WORDS[state]
  return what === null ? who : `${who}, ${what}`
}

/** Whose order undo takes back: `main/alpha, 10:03`. */
export function revisionName(
  { agentId, provider, atMs }: Pick<OrderRevision, 'agentId' | 'provider' | 'atMs'>,
  clock: (atMs: number) => string,
): string {
  return `${agentId}/${provider}, ${clock(atMs)}`
}

/** What a running OpenClaw will do about a save to this place; said before it is done. */
export function gatewayWords(target: OrderTarget): string {
  return target === 'config'
    ? 'OpenClaw is running: it notices a change of openclaw.json by itself.'
    : 'OpenClaw is running: it keeps using its own copy of a stored order until it reloads.'
}

/** Agents that the draft changes as well. */
export function changedAgentsSentence(names: readonly string[], agentCount: number): string | null {
  if (names.length === 0) return agentCount > 1 ? 'No other agent is affected.' : null
  return `Also changes ${listOf(names)}.`
}

function lowerFirst(text: string): string {
  return text.startsWith('API') ? text : text.charAt(0).toLowerCase() + text.slice(1)
}
