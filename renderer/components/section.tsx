import { useId, type ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  readonly title: string
  /** A few quiet words beside the title. */
  readonly note?: ReactNode
  /** How many there are, beside the title. */
  readonly count?: number
  /** What can be done about all of it, at the end of the title's line. */
  readonly tools?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A titled part of a screen. */
export function Section({ title, note, count, tools, className, children }: SectionProps) {
  const id = useId()
  return (
    <section className={[styles.section, className].filter(Boolean).join(' ')} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>
          {title}
          {count === undefined ? null : <span className={styles.count}> {count}</span>}
        </h2>
        {note === undefined ? null : <p className={styles.note}>{note}</p>}
        {tools}
      </div>
      {children}
    </section>
  )
}
