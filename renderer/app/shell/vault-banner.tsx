import { useState } from 'react'
import type { VaultState } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import { UnlockDialog } from '../../components/vault/unlock-dialog.tsx'
import styles from './vault-banner.module.css'

/** What is not as it should be with the vault of the open directory, for as long as it is so. */
export function VaultBanner({ vault }: { readonly vault: VaultState }) {
  const [isUnlocking, setUnlocking] = useState(false)
  const { status, protections, offers } = vault
  const isStorePlain = offers.some((offer) => offer.problem === 'basic_text')
  return (
    <div className={styles.banners}>
      {status === 'locked' ? (
        <div className={styles.banner} data-tone="amber" data-banner="vault-locked">
          <p>
            <strong>The vault is locked.</strong> Keys cannot be used, tested or added until it is unlocked.
          </p>
          {protections.includes('passphrase') ? <Button onPress={() => setUnlocking(true)}>Unlock…</Button> : null}
        </div>
      ) : null}
      {isStorePlain ? (
        <div className={styles.banner} data-tone="grey" data-banner="basic-text">
          <p>
            <strong>This desktop has no working key store.</strong> It would keep the key of the vault in plain text, so
            Switchyard does not use it. Start a key ring (GNOME Keyring, KWallet) to change that.
          </p>
        </div>
      ) : null}
      {isUnlocking ? <UnlockDialog onClose={() => setUnlocking(false)} /> : null}
    </div>
  )
}
