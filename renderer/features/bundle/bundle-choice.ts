import type { BundleOptions, RangePreset } from '../../../shared/contract/history/index.ts'
import { presetStartMs } from '../../lib/history/time-range.ts'

/** Spans that a bundle can be of, from short to long. */
export const BUNDLE_SPANS = ['24h', '7d', '30d', 'all'] as const satisfies readonly (RangePreset | 'all')[]
export type BundleSpan = (typeof BUNDLE_SPANS)[number]

/** What somebody wants in a bundle; its span moves along with now until the bundle is made. */
export interface BundleChoice extends Pick<BundleOptions, 'withErrorTexts' | 'withSessionIds'> {
  readonly span: BundleSpan
}

/** Up to here, all that is on record is packed in a moment. */
const FEW_DECISIONS = 100_000

/** What is chosen before anybody has: nothing that tells more than it has to, and all times unless that takes long. */
export function firstChoice(decisions: number): BundleChoice {
  return { span: decisions <= FEW_DECISIONS ? 'all' : '7d', withErrorTexts: false, withSessionIds: false }
}

export function isSameChoice(one: BundleChoice, other: BundleChoice): boolean {
  return (
    one.span === other.span &&
    one.withErrorTexts === other.withErrorTexts &&
    one.withSessionIds === other.withSessionIds
  )
}

/** What to ask the host for at this instant, epoch ms. */
export function bundleOptions({ span, ...choice }: BundleChoice, nowMs: number): BundleOptions {
  return { ...choice, fromMs: span === 'all' ? null : presetStartMs(span, nowMs), toMs: null }
}
