import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Problem } from '../../../shared/contract/types.ts'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { count } from '../../lib/words/text.ts'
import styles from './navigation.module.css'

interface NavigationProps {
  /** Of a log by itself there is nothing but the history: only its screens are there, and all fit in the narrow bar. */
  readonly isLog: boolean
  readonly lockCount: number
  readonly problems: readonly Problem[]
}

/** The screens. Where the bar is narrow, it has room for the four that are used most; the others open above it. */
export function Navigation({ isLog, lockCount, problems }: NavigationProps) {
  const hasError = problems.some((problem) => problem.severity === 'error')
  const problemBadge = {
    badge: problems.length,
    badgeWords: `${count(problems.length, 'problem')} in the files`,
    tone: hasError ? 'red' : 'grey',
  } as const
  const nav = useRef<HTMLElement>(null)
  const { isOpen, isCurrent, toggle } = useMore(nav)
  return (
    <nav ref={nav} className={styles.nav} aria-label="Screens" data-open={isOpen} data-log={isLog}>
      <ul>
        {isLog ? null : (
          <>
            <Item to="/" icon={HOME_ICON} name="Home" />
            <Item
              to="/accounts"
              icon={ACCOUNTS_ICON}
              name="Accounts"
              badge={lockCount}
              badgeWords={`${count(lockCount, 'lock')} running`}
              tone="amber"
            />
          </>
        )}
        <Item to="/timeline" icon={TIMELINE_ICON} name="Timeline" />
        <Item to="/decisions" icon={DECISIONS_ICON} name="Decisions" />
        {isLog ? null : (
          <li className={styles.more}>
            <button
              type="button"
              className={styles.item}
              aria-expanded={isOpen}
              data-current={isCurrent}
              onClick={toggle}
            >
              <Icon>{MORE_ICON}</Icon>
              <span>More</span>
              <Badge {...problemBadge} />
            </button>
          </li>
        )}
        <Item isExtra={!isLog} to="/findings" alsoAt="/charts" icon={INSIGHTS_ICON} name="Insights" />
        {isLog ? null : <Item isExtra to="/problems" icon={PROBLEMS_ICON} name="Problems" {...problemBadge} />}
        <Item isExtra={!isLog} to="/directory" icon={DIRECTORY_ICON} name="Directory" />
      </ul>
    </nav>
  )
}

const EXTRA_PATHS: readonly string[] = ['/findings', '/charts', '/problems', '/directory']

/** The other screens: open until one is chosen, Escape is pressed, or something else is used. */
function useMore(nav: RefObject<HTMLElement | null>) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === pathname
  useEffect(() => {
    if (!isOpen) return
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && nav.current?.contains(event.target) === true) return
      setOpenAt(null)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      nav.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen, nav])
  return {
    isOpen,
    isCurrent: EXTRA_PATHS.includes(pathname),
    toggle: () => setOpenAt(isOpen ? null : pathname),
  }
}

interface BadgeProps {
  readonly badge?: number
  readonly badgeWords?: string
  readonly tone?: 'amber' | 'red' | 'grey'
}

interface ItemProps extends BadgeProps {
  readonly to: '/' | '/accounts' | '/timeline' | '/decisions' | '/findings' | '/problems' | '/directory'
  /** Another screen that belongs to it. */
  readonly alsoAt?: string
  readonly icon: ReactNode
  readonly name: string
  /** Not in the bar itself where it is narrow. */
  readonly isExtra?: boolean
}

function Item({ to, alsoAt, icon, name, isExtra = false, ...badge }: ItemProps) {
  const isAlso = useLocation({ select: (location) => location.pathname === alsoAt })
  return (
    <li className={isExtra ? styles.extra : undefined}>
      <Link
        to={to}
        className={styles.item}
        activeOptions={{ exact: true, includeSearch: false }}
        {...(isAlso ? { 'aria-current': 'page' as const } : {})}
      >
        <Icon>{icon}</Icon>
        <span>{name}</span>
        <Badge {...badge} />
      </Link>
    </li>
  )
}

function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

function Badge({ badge = 0, badgeWords = '', tone = 'grey' }: BadgeProps) {
  if (badge === 0) return null
  return (
    <span className={styles.badge} data-tone={tone}>
      <span aria-hidden="true">{badge > 99 ? '99+' : badge}</span>
      <VisuallyHidden>, {badgeWords}</VisuallyHidden>
    </span>
  )
}

const STROKE = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
const HOME_ICON = <path {...STROKE} d="M2.5 7L8 2.5 13.5 7v6a.5.5 0 0 1-.5.5H9.75V9.5h-3.5v4H3a.5.5 0 0 1-.5-.5z" />
const ACCOUNTS_ICON = <path {...STROKE} d="M2 3.5h.5M2 8h.5M2 12.5h.5M5.5 3.5H14M5.5 8H14M5.5 12.5H14" />
const TIMELINE_ICON = <path {...STROKE} d="M2 3.5h5M9.5 3.5h2M4.5 8h7M14 8v.1M2 12.5h2M7 12.5h7" />
const DECISIONS_ICON = (
  <path {...STROKE} d="M2.5 4h3c3.5 0 3.2 8 6.7 8h1.3M9.5 4h4M11.5 2l2 2-2 2M11.5 10l2 2-2 2M2.5 12h2.7" />
)
const INSIGHTS_ICON = <path {...STROKE} d="M2.5 13.5h11M4 11V8M7 11V4.5M10 11V6.5M13 11V2.5" />
const MORE_ICON = <path {...STROKE} strokeWidth={2.2} d="M3.5 8h.01M8 8h.01M12.5 8h.01" />
const PROBLEMS_ICON = <path {...STROKE} d="M8 2.2l6.2 11.3H1.8zM8 6.5v3M8 11.6v.1" />
const DIRECTORY_ICON = (
  <path {...STROKE} d="M2 4.5a1 1 0 0 1 1-1h3.2l1.5 1.7H13a1 1 0 0 1 1 1v5.3a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z" />
)
