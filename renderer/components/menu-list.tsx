import type { RefObject } from 'react'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { useReturnFocus } from '../lib/use-return-focus.ts'
import type { MenuButtonItem } from './menu-button.tsx'
import styles from './menu-list.module.css'
import popover from './popover.module.css'

interface MenuListProps {
  readonly label: string
  readonly items: readonly MenuButtonItem[]
  readonly trigger: RefObject<HTMLButtonElement | null>
  /** Opened by a key: the first item has the focus. */
  readonly focusesFirst: boolean
  /** Called before `onClose`. */
  readonly onChoose: (item: MenuButtonItem) => void
  readonly onClose: () => void
}

export function MenuList({ label, items, trigger, focusesFirst, onChoose, onClose }: MenuListProps) {
  useReturnFocus()
  return (
    <Popover
      className={`${popover.popover} ${styles.popover}`}
      aria-label={label}
      triggerRef={trigger}
      placement="bottom end"
      offset={4}
      isOpen
      onOpenChange={(open) => open || onClose()}
    >
      <Menu
        className={popover.list ?? ''}
        aria-label={label}
        // A menu takes the focus as it opens, and gives it back.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={focusesFirst ? 'first' : true}
        onClose={onClose}
        onAction={(id) => {
          const item = items.find((other) => other.id === id)
          if (item !== undefined) onChoose(item)
        }}
      >
        {items.map((item) => (
          <MenuItem
            key={item.id}
            id={item.id}
            className={`${popover.option} ${styles.item}`}
            textValue={item.label}
            isDisabled={item.isDisabled ?? false}
            data-danger={item.isDanger ?? false}
          >
            <Text slot="label">{item.label}</Text>
            {item.hint === undefined ? null : (
              <Text slot="description" className={styles.hint ?? ''}>
                {item.hint}
              </Text>
            )}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  )
}
