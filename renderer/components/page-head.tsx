import type { ReactNode } from 'react'
import styles from './page-head.module.css'

interface PageHeadProps {
  readonly title: string
  readonly mark?: ReactNode
  readonly aside?: ReactNode
}

/** The name of a screen, its state in one mark, and what holds for all of it. */
export function PageHead({ title, mark, aside }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {mark}
      {aside === undefined ? null : <div className={styles.aside}>{aside}</div>}
    </div>
  )
}
