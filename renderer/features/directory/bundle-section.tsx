import { Link } from '@tanstack/react-router'
import card from '../../components/card.module.css'
import { Section } from '../../components/section.tsx'
import styles from './transfer.module.css'

/** Where to get help, or give some. */
export function BundleSection() {
  return (
    <Section title="Support bundle">
      <div className={`${card.card} ${styles.card}`}>
        <p className={styles.text}>
          One file for whoever helps: what was decided and why, under made-up names and without keys. A bundle that
          somebody sent is opened in the same place.
        </p>
        <p>
          <Link to="/bundle">Make or open a support bundle</Link>
        </p>
      </div>
    </Section>
  )
}
