import { lazy, Suspense } from 'react'
import { create } from 'zustand'
import { openDirectoryPath } from '../lib/state/host-session.ts'

export interface Toast {
  readonly tone: 'good' | 'bad' | 'plain'
  /** One or two sentences. */
  readonly message: string
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

/** How long one stays, unless it is pointed at or holds the focus. */
const SHOWN_MS = 8000

const useWasAsked = create<boolean>(() => false)
const ToastRegion = lazy(async () => {
  const { ToastRegion: region } = await import('./toast-region.tsx')
  return { default: region }
})

/** Says what was done, for a moment, with one thing that can be done about it. What draws it is loaded with the first one. */
export function showToast(toast: Toast): void {
  useWasAsked.setState(true, true)
  const directoryPath = openDirectoryPath()
  void import('./toast-queue.ts').then(({ toastQueue }) =>
    toastQueue.add({ ...toast, directoryPath }, { timeout: SHOWN_MS }),
  )
}

/** Where toasts appear: F6 leads there. */
export function Toasts() {
  if (!useWasAsked()) return null
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  )
}
