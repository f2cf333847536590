import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { CloseButton } from './close-button.tsx'
import styles from './drawer.module.css'
import overlay from './overlay.module.css'

interface DrawerProps {
  readonly title: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** More about one thing, beside the screen it was opened from; from below where the screen is narrow. */
export function Drawer({ title, isOpen, onClose, children }: DrawerProps) {
  return (
    <ModalOverlay
      className={`${overlay.overlay} ${styles.overlay}`}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => open || onClose()}
    >
      <Modal className={`${overlay.modal} ${styles.modal}`}>
        <Dialog className={overlay.dialog ?? ''}>
          <header className={`${overlay.head} ${styles.head}`}>
            <Heading slot="title" className={`${overlay.title} ${styles.title}`}>
              {title}
            </Heading>
            <CloseButton />
          </header>
          <div className={styles.body}>{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
