import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'
import type { Toast } from './toasts.tsx'

const MOST_AT_ONCE = 3

export const toastQueue = new ToastQueue<Toast>({ maxVisibleToasts: MOST_AT_ONCE })
