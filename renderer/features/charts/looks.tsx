import type { RunOutcome } from '../../../shared/contract/history/index.ts'

export type Look = 'green' | 'amber' | 'red' | 'violet' | 'grey' | 'plain'

/** A colour of the theme and a pattern that tells the same without it. */
interface LookFacts {
  readonly line: string
  readonly soft: string
  /** In a tile of 8 by 8; null: filled evenly. */
  readonly tile: string | null
}

const LOOKS: Readonly<Record<Look, LookFacts>> = {
  green: { line: 'var(--green-line)', soft: 'var(--green-line)', tile: null },
  amber: { line: 'var(--amber-line)', soft: 'var(--amber-soft)', tile: 'M-2 2L2-2M-2 10L10-2M6 10L10 6' },
  red: { line: 'var(--red-line)', soft: 'var(--red-soft)', tile: 'M0 0L8 8M8 0L0 8' },
  violet: { line: 'var(--violet-line)', soft: 'var(--violet-soft)', tile: 'M1 2h2M5 6h2' },
  grey: { line: 'var(--grey-line)', soft: 'var(--grey-soft)', tile: 'M0 4h8' },
  plain: { line: 'var(--grey-line)', soft: 'var(--card)', tile: null },
}

export const OUTCOME_LOOKS: Readonly<Record<RunOutcome, Look>> = {
  answered: 'green',
  fell_back: 'amber',
  exhausted: 'red',
  stopped: 'grey',
  unknown: 'plain',
}

/** Defines the fills of some looks inside a drawing; ids begin with a prefix, as they are the page's. */
export function LookDefs({ prefix, looks }: { readonly prefix: string; readonly looks: readonly Look[] }) {
  return (
    <defs>
      {looks.map((look) => {
        const { line, soft, tile } = LOOKS[look]
        return (
          <pattern key={look} id={`${prefix}-${look}`} width="8" height="8" patternUnits="userSpaceOnUse">
            <rect width="8" height="8" fill={soft} />
            {tile === null ? null : (
              <path d={tile} fill="none" stroke={line} strokeWidth={look === 'violet' ? 2 : 1.2} />
            )}
          </pattern>
        )
      })}
    </defs>
  )
}

/** How a bar of a look is painted. */
export function paintOf(prefix: string, look: Look): { readonly fill: string; readonly stroke: string } {
  return { fill: `url(#${prefix}-${look})`, stroke: LOOKS[look].line }
}

/** A piece of a bar, for a legend. */
export function Swatch({ prefix, look }: { readonly prefix: string; readonly look: Look }) {
  return (
    <svg width="16" height="12" aria-hidden="true" focusable="false">
      <LookDefs prefix={`${prefix}-swatch`} looks={[look]} />
      <rect x="0.5" y="0.5" width="15" height="11" rx="2.5" {...paintOf(`${prefix}-swatch`, look)} />
    </svg>
  )
}
