import { Link } from '@tanstack/react-router'
import styles from './insights-tabs.module.css'

/** What stands out, and the figures it can be seen in: two screens under one name. */
export function InsightsTabs() {
  return (
    <nav className={styles.tabs} aria-label="Insights">
      <Link to="/findings" className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
        Findings
      </Link>
      <Link to="/charts" className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
        Charts
      </Link>
    </nav>
  )
}
