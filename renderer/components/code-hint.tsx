import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './code-hint.module.css'
import tooltip from './tooltip.module.css'

interface CodeHintProps {
  readonly code: string
  readonly children: ReactNode
}

/** Words whose code is one hover or key press away. */
export function CodeHint({ code, children }: CodeHintProps) {
  return (
    <TooltipTrigger delay={250} closeDelay={80}>
      <Button className={styles.words ?? ''}>{children}</Button>
      <Tooltip className={tooltip.tooltip ?? ''} offset={6}>
        <code>{code}</code>
      </Tooltip>
    </TooltipTrigger>
  )
}
