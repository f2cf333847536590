import { Button } from 'react-aria-components/Button'
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import tooltip from '../../components/tooltip.module.css'
import styles from './beside-button.module.css'

interface BesideButtonProps {
  /** Of the directory. */
  readonly name: string
  readonly place: 'window' | 'tab'
  readonly isDisabled: boolean
  readonly onPress: () => void
}

/** A small button that shows a directory beside this one. */
export function BesideButton({ name, place, isDisabled, onPress }: BesideButtonProps) {
  return (
    <TooltipTrigger delay={250} closeDelay={80}>
      <Button
        className={styles.button ?? ''}
        aria-label={`Open ${name} in a new ${place}`}
        isDisabled={isDisabled}
        onPress={onPress}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
          <path d="M7 3H4a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1V9M10 2.5h3.5V6M13.2 2.8 8 8" />
        </svg>
      </Button>
      <Tooltip className={tooltip.tooltip ?? ''} offset={6}>
        Open in a new {place}
      </Tooltip>
    </TooltipTrigger>
  )
}
