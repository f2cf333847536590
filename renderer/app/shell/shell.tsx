import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import type { DirectoryState, HostInfo } from '../../../shared/contract/types.ts'
import { Toasts } from '../../components/toasts.tsx'
import { GatewayStatus } from '../../features/gateway/gateway-status.tsx'
import { isInPlaceOfDirectory } from '../../lib/state/has-facts.ts'
import { useCurrentAgent } from '../use-current-agent.ts'
import { AgentSwitcher } from './agent-switcher.tsx'
import { Announcer } from './announcer.tsx'
import { Banners } from './banners.tsx'
import { Brand } from './brand.tsx'
import { DirectoryFooter } from './directory-footer.tsx'
import { Navigation } from './navigation.tsx'
import { PlaceBar } from './place-bar.tsx'
import styles from './shell.module.css'

const VaultBanner = lazy(async () => ({ default: (await import('./vault-banner.tsx')).VaultBanner }))

interface ShellProps {
  readonly directory: DirectoryState
  readonly info: HostInfo
  readonly children: ReactNode
}

/** The frame around every screen of an open directory. */
export function Shell({ directory, info, children }: ShellProps) {
  const current = useCurrentAgent(directory)
  const main = useFocusOnNavigation()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main" onClick={(event) => skipTo(event, main.current)}>
        Skip to the content
      </a>
      <div className={styles.side}>
        <header className={styles.head}>
          <Brand />
          <AgentSwitcher agents={directory.facts.agents} selectedId={current?.agent.id ?? null} />
        </header>
        <Navigation
          isLog={directory.kind === 'log'}
          lockCount={current?.status.locks.length ?? 0}
          problems={directory.problems}
        />
        <GatewayStatus gateway={directory.gateway} />
        <DirectoryFooter directory={directory} />
      </div>
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        {isInPlaceOfDirectory(directory) ? <PlaceBar directory={directory} /> : null}
        <Banners directory={directory} info={info} />
        {directory.vault === null ? null : (
          <Suspense fallback={null}>
            <VaultBanner vault={directory.vault} />
          </Suspense>
        )}
        {children}
      </main>
      <Announcer key={directory.path} status={current?.status ?? null} />
      <Toasts />
    </div>
  )
}

/** Whoever follows a link of the navigation goes on from the new screen's start. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function skipTo(event: { preventDefault(): void }, main: HTMLElement | null): void {
  event.preventDefault()
  main?.focus()
}
