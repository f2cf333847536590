import type { GatewayState } from '../../../shared/contract/types.ts'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { gatewayWords } from './gateway-sentences.ts'
import styles from './gateway-status.module.css'

/** That OpenClaw runs on the directory, quietly; nothing where none was seen. */
export function GatewayStatus({ gateway }: { readonly gateway: GatewayState }) {
  if (gateway.running === null) return null
  return (
    <section className={styles.status} aria-label="OpenClaw" data-gateway-running>
      <span className={styles.glyph}>
        <StateGlyph state="serving" size={9} />
      </span>
      <p>{gatewayWords(gateway.running)}</p>
    </section>
  )
}
