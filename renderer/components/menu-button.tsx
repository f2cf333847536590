import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import styles from './menu-button.module.css'

export interface MenuButtonItem {
  readonly id: string
  readonly label: string
  readonly onAction: () => void
  /** It takes something away. */
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  /** A few words under the label, such as why it cannot be chosen. */
  readonly hint?: string
}

interface MenuButtonProps {
  /** Read aloud: whose menu it is. */
  readonly label: string
  readonly items: readonly MenuButtonItem[]
}

// The menu itself is fetched with the first one that opens: a list of accounts only needs its buttons.
const loadList = () => import('./menu-list.tsx')
const MenuList = lazy(async () => ({ default: (await loadList()).MenuList }))

/** A quiet button that opens a menu. */
export function MenuButton({ label, items }: MenuButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const chosen = useRef<MenuButtonItem | null>(null)
  useEffect(() => {
    const item = chosen.current
    if (isOpen || item === null) return
    chosen.current = null
    // What is chosen may open a dialog, which gives the focus back to where it is now: to a button that is still there.
    trigger.current?.focus()
    item.onAction()
  }, [isOpen])
  return (
    <>
      <Button
        ref={trigger}
        className={styles.button ?? ''}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onHoverStart={() => void loadList()}
        onPress={(event) => {
          setByKeyboard(event.pointerType === 'keyboard' || event.pointerType === 'virtual')
          setOpen(true)
        }}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false" fill="currentColor">
          <circle cx="3.5" cy="8" r="1.4" />
          <circle cx="8" cy="8" r="1.4" />
          <circle cx="12.5" cy="8" r="1.4" />
        </svg>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <MenuList
            label={label}
            items={items}
            trigger={trigger}
            focusesFirst={byKeyboard}
            onChoose={(item) => {
              chosen.current = item
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
