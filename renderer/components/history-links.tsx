import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { HistoryFilter } from '../../shared/contract/history/index.ts'
import { searchOfFilter } from '../lib/history/filter-params.ts'

interface FilterLinkProps {
  readonly filter: HistoryFilter
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Leads to the records that a filter matches. */
export function DecisionsLink({ filter, className, children }: FilterLinkProps) {
  return (
    <Link to="/decisions" search={searchOfFilter(filter)} className={className}>
      {children}
    </Link>
  )
}

/** Leads to the timeline of a filter's span. */
export function TimelineLink({ filter, className, children }: FilterLinkProps) {
  return (
    <Link to="/timeline" search={searchOfFilter(filter)} className={className}>
      {children}
    </Link>
  )
}

interface RunLinkProps {
  readonly runKey: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Leads to what one run did. */
export function RunLink({ runKey, className, children }: RunLinkProps) {
  return (
    <Link to="/run" search={{ key: runKey }} className={className}>
      {children}
    </Link>
  )
}
