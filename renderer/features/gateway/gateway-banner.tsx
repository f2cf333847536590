import { lazy, Suspense, useState } from 'react'
import type { GatewayState } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import { clockText, useTick } from '../../lib/time/time.ts'
import { gatewayNews, isStillNews } from './gateway-sentences.ts'
import styles from './gateway-banner.module.css'

const ReloadDialog = lazy(async () => ({ default: (await import('./reload-dialog.tsx')).ReloadDialog }))

/** After an edit while OpenClaw runs: whether it took effect there, and what helps where it did not. */
export function GatewayBanner({ gateway }: { readonly gateway: GatewayState }) {
  const { running, lastEdit } = gateway
  const [dismissedAtMs, setDismissedAtMs] = useState<number | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const news = useTick((nowMs) =>
    lastEdit === null ? '' : gatewayNews(lastEdit, (atMs) => clockText.when(atMs, nowMs, 'second')).text,
  )
  const isNews = useTick((nowMs) => lastEdit !== null && isStillNews(lastEdit, nowMs))
  if (!isNews || running === null || lastEdit === null || lastEdit.atMs === dismissedAtMs) return null
  const { tone, offersReload } = gatewayNews(lastEdit, String)
  return (
    <div className={styles.banner} data-tone={tone} data-gateway={lastEdit.outcome}>
      <output className={styles.text}>{news}</output>
      {offersReload ? <Button onPress={() => setIsAsking(true)}>Make OpenClaw reload…</Button> : null}
      <Button look="quiet" onPress={() => setDismissedAtMs(lastEdit.atMs)} aria-label="Dismiss what OpenClaw did">
        Dismiss
      </Button>
      {isAsking ? (
        <Suspense fallback={null}>
          <ReloadDialog onClose={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
