import { lazy, Suspense, useState } from 'react'
import type { ProtectionKind, VaultState } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { ProblemOffer } from '../../components/vault/problem-offer.tsx'
import { Section } from '../../components/section.tsx'
import { StateMark } from '../../components/state-mark.tsx'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import { AddProtectionDialog } from './add-protection-dialog.tsx'
import {
  PROTECTION_WORDS,
  protectionProblemWords,
  removalOfProtection,
  shortName,
  suggestedProtection,
} from './protection-words.ts'
import styles from './vault-section.module.css'

const UnlockDialog = lazy(async () => ({
  default: (await import('../../components/vault/unlock-dialog.tsx')).UnlockDialog,
}))

const STATUS_WORDS = {
  none: 'no vault yet',
  locked: 'locked',
  unlocked: 'unlocked',
} as const

const STATUS_SENTENCES = {
  none: 'This directory has no vault yet; it gets one with the first protection.',
  locked: 'Accounts and their state are shown. Keys cannot be used, tested or added until it is unlocked.',
  unlocked: 'Keys are opened only for the moment in which a call needs them.',
} as const

type Open =
  | { readonly kind: 'unlock' | 'add' }
  | { readonly kind: 'remove'; readonly protection: ProtectionKind }
  | null

/** The vault of an own directory: whether it is open, and what opens it. */
export function VaultSection({ vault }: { readonly vault: VaultState }) {
  const lock = useHostAction<void, void>((client) => client.vault.lock())
  const [open, setOpen] = useState<Open>(null)
  const { status, protections, offers } = vault
  const close = (): void => setOpen(null)
  const hasPassphrase = protections.includes('passphrase')
  return (
    <Section title="Vault">
      <div className={`${card.card} ${styles.card}`} data-vault={status}>
        <div className={styles.head}>
          <StateMark state={status === 'unlocked' ? 'serving' : 'disabled'}>{STATUS_WORDS[status]}</StateMark>
          <p className={styles.sentence}>{STATUS_SENTENCES[status]}</p>
          {status === 'locked' && hasPassphrase ? (
            <Button look="primary" onPress={() => setOpen({ kind: 'unlock' })}>
              Unlock…
            </Button>
          ) : null}
          {status === 'unlocked' && hasPassphrase ? (
            <Button onPress={() => void lock.run()} isPending={lock.isPending}>
              Lock now
            </Button>
          ) : null}
        </div>
        {status === 'locked' && !hasPassphrase ? (
          <p className={styles.sentence}>
            It opens by itself with {protections.map(shortName).join(' or ')}, which did not work this time. Open the
            directory again where that is at hand.
          </p>
        ) : null}
        {lock.problem === null ? null : <ProblemNote problem={lock.problem} />}
        <h3 className={styles.title}>What opens it</h3>
        <ul className={styles.protections}>
          {protections.map((kind) => {
            const problem = offers.find((offer) => offer.kind === kind)?.problem ?? null
            const { name, note } = PROTECTION_WORDS[kind]
            return (
              <li key={kind} className={styles.protection} data-protection={kind}>
                <div>
                  <p className={styles.name}>{name}</p>
                  <p className={styles.note}>{problem === null ? note : protectionProblemWords(problem)}</p>
                </div>
                {protections.length === 1 ? (
                  <span className={styles.note}>the last one stays</span>
                ) : (
                  <Button
                    look="quiet"
                    aria-label={`Remove: ${name}`}
                    isDisabled={status !== 'unlocked'}
                    onPress={() => setOpen({ kind: 'remove', protection: kind })}
                  >
                    Remove…
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
        {suggestedProtection(offers, protections) === null ? null : (
          <div>
            <Button isDisabled={status === 'locked'} onPress={() => setOpen({ kind: 'add' })}>
              Add another way…
            </Button>
          </div>
        )}
      </div>
      {open?.kind === 'unlock' ? (
        <Suspense fallback={null}>
          <UnlockDialog onClose={close} />
        </Suspense>
      ) : null}
      {open?.kind === 'add' ? <AddProtectionDialog offers={offers} present={protections} onClose={close} /> : null}
      {open?.kind === 'remove' ? (
        <RemoveProtectionDialog kind={open.protection} present={protections} onClose={close} />
      ) : null}
    </Section>
  )
}

interface RemoveProtectionDialogProps {
  readonly kind: ProtectionKind
  readonly present: readonly ProtectionKind[]
  readonly onClose: () => void
}

function RemoveProtectionDialog({ kind, present, onClose }: RemoveProtectionDialogProps) {
  const remove = useHostAction((client, away: ProtectionKind) =>
    client.vault.removeProtection({ kind: away }).then(() => true),
  )
  const confirm = async (): Promise<void> => {
    if ((await remove.run(kind)) === true) onClose()
  }
  return (
    <Dialog role="alertdialog" title={`Remove ${shortName(kind)}?`} isOpen onClose={onClose}>
      <p>{removalOfProtection(kind, present)}</p>
      {remove.problem === null ? null : <ProblemOffer problem={remove.problem} onSolved={remove.reset} />}
      <DialogActions>
        <Button onPress={onClose}>Keep it</Button>
        <Button look="danger" onPress={() => void confirm()} isPending={remove.isPending}>
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  )
}
