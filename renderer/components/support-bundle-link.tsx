import { Link } from '@tanstack/react-router'
import styles from './support-bundle-link.module.css'

/** Leads to where a support bundle is made and opened; it looks like the quiet buttons that it stands beside. */
export function SupportBundleLink() {
  return (
    <Link to="/bundle" className={styles.link}>
      Support bundle
    </Link>
  )
}
