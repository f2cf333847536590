import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'
import type { Toast } from './toasts.tsx'

/** What a toast says, and offers to do, is about the directory that was open. */
export interface QueuedToast extends Toast {
  readonly directoryPath: string | null
}

const MOST_AT_ONCE = 3

export const toastQueue = new ToastQueue<QueuedToast>({ maxVisibleToasts: MOST_AT_ONCE })

/** Takes away what was said about any other directory. */
export function closeToastsOfOthers(directoryPath: string | null): void {
  for (;;) {
    const others = toastQueue.visibleToasts.filter((toast) => toast.content.directoryPath !== directoryPath)
    if (others.length === 0) return
    // Those that waited for room come up then.
    for (const { key } of others) toastQueue.close(key)
  }
}
