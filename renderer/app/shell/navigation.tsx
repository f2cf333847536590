import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Problem } from '../../../shared/contract/types.ts'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { count } from '../../lib/words/text.ts'
import styles from './navigation.module.css'

interface NavigationProps {
  readonly lockCount: number
  readonly problems: readonly Problem[]
}

export function Navigation({ lockCount, problems }: NavigationProps) {
  const hasError = problems.some((problem) => problem.severity === 'error')
  return (
    <nav className={styles.nav} aria-label="Screens">
      <ul>
        <Item to="/" icon={HOME_ICON} name="Home" />
        <Item
          to="/accounts"
          icon={ACCOUNTS_ICON}
          name="Accounts"
          badge={lockCount}
          badgeWords={`${count(lockCount, 'lock')} running`}
          tone="amber"
        />
        <Item
          to="/problems"
          icon={PROBLEMS_ICON}
          name="Problems"
          badge={problems.length}
          badgeWords={`${count(problems.length, 'problem')} in the files`}
          tone={hasError ? 'red' : 'grey'}
        />
        <Item to="/directory" icon={DIRECTORY_ICON} name="Directory" />
      </ul>
    </nav>
  )
}

interface ItemProps {
  readonly to: '/' | '/accounts' | '/problems' | '/directory'
  readonly icon: ReactNode
  readonly name: string
  readonly badge?: number
  readonly badgeWords?: string
  readonly tone?: 'amber' | 'red' | 'grey'
}

function Item({ to, icon, name, badge = 0, badgeWords = '', tone = 'grey' }: ItemProps) {
  return (
    <li>
      <Link to={to} className={styles.item} activeOptions={{ exact: true, includeSearch: false }}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
          {icon}
        </svg>
        <span>{name}</span>
        {badge === 0 ? null : (
          <span className={styles.badge} data-tone={tone}>
            <span aria-hidden="true">{badge > 99 ? '99+' : badge}</span>
            <VisuallyHidden>, {badgeWords}</VisuallyHidden>
          </span>
        )}
      </Link>
    </li>
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
const PROBLEMS_ICON = <path {...STROKE} d="M8 2.2l6.2 11.3H1.8zM8 6.5v3M8 11.6v.1" />
const DIRECTORY_ICON = (
  <path {...STROKE} d="M2 4.5a1 1 0 0 1 1-1h3.2l1.5 1.7H13a1 1 0 0 1 1 1v5.3a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z" />
)
