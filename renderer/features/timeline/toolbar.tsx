import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import type { HistoryFilter, TimelineQuery } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import { DecisionsLink } from '../../components/history-links.tsx'
import { useIsReadOnly } from '../../lib/state/use-host.ts'
import { formatLength } from '../../lib/time/duration.ts'
import { KEY_ZOOM, type SpanCommand } from './keys.ts'
import type { WriteTime } from './mark-words.ts'
import { lengthMs, type TimeSpan } from './time-scale.ts'
import styles from './toolbar.module.css'

interface ToolbarProps {
  readonly lanes: TimelineQuery['lanes']
  readonly onLanes: (lanes: TimelineQuery['lanes']) => void
  readonly isLive: boolean
  readonly onLive: (isLive: boolean) => void
  readonly onCommand: (command: SpanCommand) => void
  readonly shown: TimeSpan
  readonly filter: HistoryFilter
  readonly isLoading: boolean
  readonly write: WriteTime
}

/** What the lanes are, how much of the time is seen, and whether it moves along with now. */
export function Toolbar(props: ToolbarProps) {
  const { lanes, onLanes, isLive, onLive, onCommand, shown, filter, isLoading, write } = props
  const isReadOnly = useIsReadOnly()
  return (
    <div className={styles.bar} role="group" aria-label="What is shown">
      <ToggleButtonGroup
        className={styles.group ?? ''}
        aria-label="A lane for each"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[lanes]}
        onSelectionChange={(keys) => onLanes(keys.has('models') ? 'models' : 'profiles')}
      >
        <ToggleButton id="profiles" className={styles.choice ?? ''}>
          Accounts
        </ToggleButton>
        <ToggleButton id="models" className={styles.choice ?? ''}>
          Models
        </ToggleButton>
      </ToggleButtonGroup>
      <p className={styles.span} data-loading={isLoading}>
        <span>
          {write(shown.fromMs)} – {write(shown.toMs, shown.fromMs)}
        </span>{' '}
        <span className={styles.length}>{formatLength(lengthMs(shown))}</span>
      </p>
      <div className={styles.tools}>
        <DecisionsLink
          className={styles.link}
          filter={{ ...filter, fromMs: Math.max(0, Math.floor(shown.fromMs)), toMs: Math.ceil(shown.toMs) }}
        >
          List decisions
        </DecisionsLink>
        <div className={styles.step}>
          <Button look="quiet" aria-label="Zoom out" onPress={() => onCommand({ kind: 'zoom', factor: KEY_ZOOM })}>
            −
          </Button>
          <Button look="quiet" aria-label="Zoom in" onPress={() => onCommand({ kind: 'zoom', factor: 1 / KEY_ZOOM })}>
            +
          </Button>
          <Button look="quiet" aria-label="Show everything" onPress={() => onCommand({ kind: 'all' })}>
            All
          </Button>
        </div>
        {isReadOnly ? null : (
          <ToggleButton className={styles.live ?? ''} isSelected={isLive} onChange={onLive}>
            <span className={styles.dot} aria-hidden="true" />
            Follow now
          </ToggleButton>
        )}
      </div>
    </div>
  )
}
