import { Button as AriaButton } from 'react-aria-components/Button'
import type { IneligibleCode, ProfileStatus } from '../../../../shared/engine/index.ts'
import { Button } from '../../../components/button.tsx'
import iconButton from '../../../components/icon-button.module.css'
import { MenuButton } from '../../../components/menu-button.tsx'
import { ProfileId } from '../../../components/profile-id.tsx'
import { StateMark } from '../../../components/state-mark.tsx'
import { profileMark, profileWord, type MarkState } from '../../../lib/words/state-words.ts'
import { exclusionWords } from '../order-sentences.ts'
import styles from './order-row.module.css'

interface RowProps {
  readonly id: string
  /** null: no such account is stored here. */
  readonly status: ProfileStatus | null
  readonly isServing: boolean
  /** Why it may not be used at all; null: it may. */
  readonly flaw: IneligibleCode | null
}

interface ListedRowProps extends RowProps {
  readonly index: number
  readonly total: number
  /** What becomes of it, where that is not simply its place. */
  readonly note: string | null
  readonly isAmiss: boolean
  /** The list is long enough for leaps to its ends. */
  readonly leaps: boolean
  readonly onShift: (by: -1 | 1) => void
  readonly onLeap: (spot: 'start' | 'end') => void
  readonly onLeaveOut: () => void
}

/** An account of the order that is edited. */
export function ListedRow(props: ListedRowProps) {
  const { id, index, total, note, isAmiss, leaps, onShift, onLeap, onLeaveOut } = props
  return (
    <>
      <DragHandle id={id} />
      <span className={styles.place} data-amiss={isAmiss}>
        {index + 1}
      </span>
      <div className={styles.body}>
        <Who {...props} />
        {note === null ? null : (
          <p className={styles.note} data-amiss={isAmiss}>
            {note}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Arrow id={id} way="up" isDisabled={index === 0} onPress={() => onShift(-1)} />
        <Arrow id={id} way="down" isDisabled={index === total - 1} onPress={() => onShift(1)} />
        {leaps ? (
          <MenuButton
            label={`More for ${id}`}
            items={[
              { id: 'start', label: 'Move to the top', onAction: () => onLeap('start'), isDisabled: index === 0 },
              {
                id: 'end',
                label: 'Move to the end',
                onAction: () => onLeap('end'),
                isDisabled: index === total - 1,
              },
            ]}
          />
        ) : null}
        <Button look="quiet" aria-label={`Exclude ${id}`} onPress={onLeaveOut}>
          <Shrinking word="Exclude" short="–" />
        </Button>
      </div>
    </>
  )
}

/** An account that the order that is edited leaves out. */
export function LeftOutRow(props: RowProps & { readonly onInclude: () => void }) {
  const { id, flaw, onInclude } = props
  return (
    <>
      <DragHandle id={id} />
      <div className={styles.body}>
        <Who {...props} />
        {flaw === null ? null : <p className={styles.note}>{exclusionWords(flaw)}</p>}
      </div>
      <div className={styles.actions}>
        <Button look="quiet" aria-label={`Include ${id}`} onPress={onInclude}>
          <Shrinking word="Include" short="+" />
        </Button>
      </div>
    </>
  )
}

/** A word that becomes a sign where the list is narrow; what is read aloud stays. */
function Shrinking({ word, short }: { readonly word: string; readonly short: string }) {
  return (
    <>
      <span className={styles.word}>{word}</span>
      <span className={styles.short} aria-hidden="true">
        {short}
      </span>
    </>
  )
}

/** The button is for keys and screen readers, and lets pointers through to what is around it. */
function DragHandle({ id }: { readonly id: string }) {
  return (
    <span className={styles.handle} data-drag-handle>
      <AriaButton slot="drag" className={styles.grip ?? ''} aria-label={`Drag ${id}`}>
        <svg viewBox="0 0 10 16" width="10" height="16" aria-hidden="true" focusable="false" fill="currentColor">
          <circle cx="2.5" cy="3" r="1.3" />
          <circle cx="7.5" cy="3" r="1.3" />
          <circle cx="2.5" cy="8" r="1.3" />
          <circle cx="7.5" cy="8" r="1.3" />
          <circle cx="2.5" cy="13" r="1.3" />
          <circle cx="7.5" cy="13" r="1.3" />
        </svg>
      </AriaButton>
    </span>
  )
}

function Who({ id, status, isServing, flaw }: RowProps) {
  const mark = markOf(status, isServing, flaw)
  return (
    <p className={styles.who}>
      <ProfileId id={id} />
      {mark === null ? null : <StateMark state={mark.state}>{mark.word}</StateMark>}
      {status?.label == null ? null : <span className={styles.label}>{status.label}</span>}
    </p>
  )
}

/** An order decides who is left out by it, so that is no state of an account while one is edited. */
function markOf(
  status: ProfileStatus | null,
  isServing: boolean,
  flaw: IneligibleCode | null,
): { readonly state: MarkState; readonly word: string } | null {
  if (flaw !== null) return { state: 'unusable', word: flaw === 'profile_missing' ? 'not stored' : 'not usable' }
  if (status === null) return null
  const { exclusion, windows } = status
  const shown = exclusion === null ? status : { ...status, state: windows[0]?.kind ?? ('ready' as const) }
  return { state: profileMark(shown, isServing), word: profileWord(shown, isServing) }
}

interface ArrowProps {
  readonly id: string
  readonly way: 'up' | 'down'
  readonly isDisabled: boolean
  readonly onPress: () => void
}

function Arrow({ id, way, isDisabled, onPress }: ArrowProps) {
  return (
    <AriaButton
      className={`${iconButton.button} ${styles.arrow}`}
      aria-label={`Move ${id} ${way}`}
      data-way={way}
      isDisabled={isDisabled}
      onPress={onPress}
    >
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
        <path
          d={way === 'up' ? 'M6 10V2.4M2.8 5.4L6 2.2l3.2 3.2' : 'M6 2v7.6M2.8 6.6L6 9.8l3.2-3.2'}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </AriaButton>
  )
}
