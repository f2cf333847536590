import { BrandMark } from '../../components/brand-mark.tsx'
import styles from './brand.module.css'

export function Brand() {
  return (
    <p className={styles.brand}>
      <BrandMark size={20} />
      <span>Switchyard</span>
    </p>
  )
}
