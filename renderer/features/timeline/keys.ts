/** What a key does to the span on the screen. */
export type SpanCommand =
  /** By a share of what is on the screen. */
  | { readonly kind: 'pan'; readonly share: number }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'all' }

/** What a key does in the list of lanes. */
export type LaneCommand =
  | { readonly kind: 'lane'; readonly by: 1 | -1 }
  | { readonly kind: 'step'; readonly to: 1 | -1 | 'first' | 'last' }
  | { readonly kind: 'open' }
  | { readonly kind: 'leave' }

interface KeyPress {
  readonly key: string
  readonly shiftKey?: boolean
  readonly altKey?: boolean
  readonly ctrlKey?: boolean
  readonly metaKey?: boolean
}

export const KEY_ZOOM = 1.5
export const KEY_PAN = 0.15
const PAGE_PAN = 0.9

/** Keys of the timeline itself; those with a modifier belong to the browser. */
export function spanCommand(press: KeyPress): SpanCommand | null {
  if (isModified(press)) return null
  switch (press.key) {
    case 'ArrowLeft':
      return { kind: 'pan', share: press.shiftKey === true ? -PAGE_PAN : -KEY_PAN }
    case 'ArrowRight':
      return { kind: 'pan', share: press.shiftKey === true ? PAGE_PAN : KEY_PAN }
    case 'Home':
      return { kind: 'start' }
    case 'End':
      return { kind: 'end' }
    default:
      return zoomCommand(press)
  }
}

/** Keys that mean the same wherever the focus is in the timeline. */
export function zoomCommand(press: KeyPress): SpanCommand | null {
  if (isModified(press)) return null
  if (press.key === '+' || press.key === '=') return { kind: 'zoom', factor: 1 / KEY_ZOOM }
  if (press.key === '-' || press.key === '_') return { kind: 'zoom', factor: KEY_ZOOM }
  return press.key === '0' ? { kind: 'all' } : null
}

/** Keys of a lane: up and down to another one, left and right along its marks. */
export function laneCommand(press: KeyPress): LaneCommand | null {
  if (isModified(press)) return null
  switch (press.key) {
    case 'ArrowUp':
      return { kind: 'lane', by: -1 }
    case 'ArrowDown':
      return { kind: 'lane', by: 1 }
    case 'ArrowLeft':
      return { kind: 'step', to: -1 }
    case 'ArrowRight':
      return { kind: 'step', to: 1 }
    case 'Home':
      return { kind: 'step', to: 'first' }
    case 'End':
      return { kind: 'step', to: 'last' }
    case 'Enter':
    case ' ':
      return { kind: 'open' }
    case 'Escape':
      return { kind: 'leave' }
    default:
      return null
  }
}

function isModified({ altKey, ctrlKey, metaKey }: KeyPress): boolean {
  return altKey === true || ctrlKey === true || metaKey === true
}
