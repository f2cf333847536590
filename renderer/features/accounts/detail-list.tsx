import type { ReactNode } from 'react'
import styles from './detail-list.module.css'

/** A titled group of facts in the details of an account. */
export function DetailList({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.list}>{children}</dl>
    </section>
  )
}

export function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A word, and behind it the code it stands for where the two differ. */
export function WordAndCode({ word, code }: { readonly word: string; readonly code: string }) {
  return word === code ? (
    <>{word}</>
  ) : (
    <>
      {word} <code>{code}</code>
    </>
  )
}
