/** The track switch of the name: one line in, and the way to the other track. */
export function BrandMark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true" focusable="false">
      <path
        d="M1.5 5.5h3.6c5.2 0 4.6 9 9.8 9h3.6M11.5 5.5h7M1.5 14.5h4.2"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}
