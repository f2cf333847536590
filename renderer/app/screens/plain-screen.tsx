import type { ReactNode } from 'react'
import { BrandMark } from '../../components/brand-mark.tsx'
import styles from './plain-screen.module.css'

interface PlainScreenProps {
  readonly title: string
  readonly children: ReactNode
}

/** A screen with one thing to say, before there is a console around it. */
export function PlainScreen({ title, children }: PlainScreenProps) {
  return (
    <main className={styles.screen}>
      <div className={styles.box}>
        <BrandMark size={32} />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
