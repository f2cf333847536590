import { useEffect } from 'react'
import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast'
import { useDirectory } from '../lib/state/use-host.ts'
import { Button } from './button.tsx'
import { CloseButton } from './close-button.tsx'
import { closeToastsOfOthers, toastQueue } from './toast-queue.ts'
import type { Toast } from './toasts.tsx'
import styles from './toasts.module.css'

const GLYPHS: Readonly<Record<Toast['tone'], string>> = {
  good: 'M2.5 6.5l2.4 2.4L9.5 3.6',
  bad: 'M3 3l6 6m0-6l-6 6',
  plain: 'M6 5.2v3.6M6 3.1v.1',
}

/** The toasts that are shown now, newest first. They stay while one of them is pointed at or holds the focus. */
export function ToastRegion() {
  const directoryPath = useDirectory()?.path ?? null
  useEffect(() => closeToastsOfOthers(directoryPath), [directoryPath])
  return (
    <AriaToastRegion queue={toastQueue} className={styles.region ?? ''} aria-label="Messages">
      {({ toast }) => {
        const { tone, message, action } = toast.content
        return (
          <AriaToast toast={toast} className={styles.toast ?? ''} data-tone={tone}>
            <svg viewBox="0 0 12 12" width="14" height="14" aria-hidden="true" focusable="false">
              <path
                d={GLYPHS[tone]}
                fill="none"
                stroke="currentColor"
                strokeWidth="1.8"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
            {/* Said after what is being said: nothing here is worth an interruption. */}
            <ToastContent role="status" className={styles.message ?? ''}>
              <Text slot="title">{message}</Text>
            </ToastContent>
            {action === undefined ? null : (
              <Button
                look="quiet"
                onPress={() => {
                  toastQueue.close(toast.key)
                  action.onPress()
                }}
              >
                {action.label}
              </Button>
            )}
            <CloseButton label="Dismiss" />
          </AriaToast>
        )
      }}
    </AriaToastRegion>
  )
}
