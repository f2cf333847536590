import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DirectoryState, HostInfo, Problem } from '../../../shared/contract/types.ts'
import { ClockTime, RelativeTime } from '../../components/times.tsx'
import { GatewayBanner } from '../../features/gateway/gateway-banner.tsx'
import { useConnection } from '../../lib/state/connection-store.ts'
import { isInPlaceOfDirectory } from '../../lib/state/has-facts.ts'
import { clockText, useTick } from '../../lib/time/time.ts'
import { listOf } from '../../lib/words/text.ts'
import styles from './banners.module.css'

interface BannersProps {
  readonly directory: DirectoryState
  readonly info: HostInfo
}

/** What is true of the whole screen and not as usual. */
export function Banners({ directory, info }: BannersProps) {
  const isLost = useConnection((connection) => connection.phase === 'lost')
  const isOnProblems = useLocation({ select: (location) => location.pathname === '/problems' })
  const errors = directory.problems.filter((problem) => problem.severity === 'error')
  return (
    <div className={styles.banners}>
      {isLost ? (
        <Banner tone="amber">
          {/* Only this is spoken: the age beside it changes every second. */}
          <output>
            <strong>Connection lost.</strong>
          </output>{' '}
          {isInPlaceOfDirectory(directory) ? null : (
            <>
              This is the state of <ClockTime atMs={directory.readAtMs} precision="second" /> (
              <RelativeTime atMs={directory.readAtMs} />
              ).{' '}
            </>
          )}
          Connecting again by itself.
        </Banner>
      ) : null}
      {info.clockShiftMs === 0 || directory.bundle !== null ? null : (
        <Banner tone="grey">
          The clock is set to <SetClock />. Times are counted from there.
        </Banner>
      )}
      <GatewayBanner gateway={directory.gateway} />
      {errors.length === 0 || isOnProblems ? null : (
        <Banner tone="red">
          <strong>{errorWords(errors)}</strong> Everything else is shown.{' '}
          <Link to="/problems">What is wrong and what to do</Link>
        </Banner>
      )}
    </div>
  )
}

function errorWords(errors: readonly Problem[]): string {
  const files = [...new Set(errors.map((problem) => problem.file))]
  return `${listOf(files, 2)} could not be read.`
}

function SetClock() {
  return <>{useTick((nowMs) => clockText.full(nowMs - (nowMs % 60_000)))}</>
}

interface BannerProps {
  readonly tone: 'amber' | 'red' | 'grey'
  readonly children: ReactNode
}

function Banner({ tone, children }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone}>
      <p>{children}</p>
    </div>
  )
}
