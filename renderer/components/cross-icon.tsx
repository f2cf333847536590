interface CrossIconProps {
  readonly size: number
  /** As wide as its line is in a drawing of 12 by 12; small ones need more of it. */
  readonly strokeWidth?: number
}

/** Takes away, empties or closes what it stands in. */
export function CrossIcon({ size, strokeWidth = 1.6 }: CrossIconProps) {
  return (
    <svg viewBox="0 0 12 12" width={size} height={size} aria-hidden="true" focusable="false">
      <path d="M2 2l8 8m0-8l-8 8" fill="none" stroke="currentColor" strokeWidth={strokeWidth} strokeLinecap="round" />
    </svg>
  )
}
