import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useReturnFocus } from '../lib/use-return-focus.ts'
import { CloseButton } from './close-button.tsx'
import styles from './dialog.module.css'
import overlay from './overlay.module.css'

interface DialogProps {
  readonly title: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  /** `alertdialog`: asks before something that cannot be taken back. */
  readonly role?: 'dialog' | 'alertdialog'
  readonly children: ReactNode
}

/**
 * One thing to fill in or to decide, above the screen it was opened from. Escape and the cross close it; a press beside it
 * does not, so that nothing that was typed is lost by accident.
 */
export function Dialog({ title, isOpen, onClose, role = 'dialog', children }: DialogProps) {
  return (
    <ModalOverlay
      className={`${overlay.overlay} ${styles.overlay}`}
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
    >
      <Modal className={`${overlay.modal} ${styles.modal}`}>
        <AriaDialog className={overlay.dialog ?? ''} role={role}>
          <header className={`${overlay.head} ${styles.head}`}>
            <Heading slot="title" className={`${overlay.title} ${styles.title}`}>
              {title}
            </Heading>
            {role === 'alertdialog' ? null : <CloseButton />}
          </header>
          <DialogBody>{children}</DialogBody>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** It is there for as long as the dialog is open. */
function DialogBody({ children }: { readonly children: ReactNode }) {
  useReturnFocus()
  return <div className={styles.body}>{children}</div>
}

/** The buttons of a dialog: what it is for comes last, nearest to the hand. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
