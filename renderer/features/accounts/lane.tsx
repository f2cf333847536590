import { lazy, Suspense, useEffect, useId, useRef, type ReactNode } from 'react'
import type { ProfileStatus, ServingPlace } from '../../../shared/engine/index.ts'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { useDirectory, useIsReadOnly } from '../../lib/state/use-host.ts'
import { LANE_FIRST, LANE_MORE, useViewState } from '../../lib/state/view-state.ts'
import { useFlip } from '../../lib/use-flip.ts'
import { count } from '../../lib/words/text.ts'
import type { ShownLane } from './filter-lanes.ts'
import { laneKey, useOpenEditors } from './order-editor/open-editors.ts'
import { orderSources } from './order-editor/order-sources.ts'
import { laneCount, orderNotes, orderSourceWords, otherOrderWords } from './order-sentences.ts'
import { ProfileRow } from './profile-row.tsx'
import { UnusedProfiles } from './unused-profiles.tsx'
import styles from './lane.module.css'

const OrderEditor = lazy(async () => ({ default: (await import('./order-editor/order-editor.tsx')).OrderEditor }))
const LaneTools = lazy(async () => ({ default: (await import('./order-editor/lane-tools.tsx')).LaneTools }))

interface LaneProps {
  readonly agentId: string
  readonly shown: ShownLane
  readonly serving: ServingPlace | null
  readonly markedProfileId: string | null
  readonly showsOrigin: boolean
  readonly lockActions: (status: ProfileStatus) => ReactNode
  readonly onOpen: (profileId: string) => void
}

/** One provider: where its order comes from, its accounts in that order, and those that are left out. */
export function Lane(props: LaneProps) {
  const { agentId, shown, serving, markedProfileId, showsOrigin, lockActions, onOpen } = props
  const { lane, profiles, excluded } = shown
  const id = useId()
  const name = `${agentId}/${lane.provider}`
  const asked = useViewState((view) => view.laneLengths[name] ?? LANE_FIRST)
  const showMore = useViewState((view) => view.showMore)
  const marked = profiles.findIndex((profile) => profile.profileId === markedProfileId)
  const visible = profiles.slice(0, Math.max(asked, marked + 1))
  const hidden = profiles.length - visible.length
  const container = useFlip<HTMLDivElement>(
    [...visible, ...excluded]
      .map((profile) => `${profile.profileId} ${profile.state} ${profile.windows.length}`)
      .join('\n'),
  )
  const servingId = serving?.profileId ?? null
  const directory = useDirectory()
  const isReadOnly = useIsReadOnly()
  const key = laneKey({ path: directory?.path ?? '', agentId, provider: lane.provider })
  const isEditing = useOpenEditors((editors) => editors.open[key] ?? false)
  const setOpen = useOpenEditors((editors) => editors.setOpen)
  const tools = useFocusAfter(isEditing)
  const others = directory === null ? null : otherOrderWords(orderSources(directory.facts, agentId, lane.provider))

  return (
    <section className={`${card.card} ${styles.lane}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.provider} translate="no">
          {lane.provider}
        </h2>
        <p className={styles.count}>{laneCount(lane.profiles.length, lane.excluded.length)}</p>
        <div className={styles.source}>
          <p>{orderSourceWords(lane.order)}</p>
          {others === null ? null : <p className={styles.other}>{others}</p>}
        </div>
        <div ref={tools} className={styles.tools}>
          {isEditing || isReadOnly ? null : (
            <Button look="outline" aria-label={`Edit the order of ${lane.provider}`} onPress={() => setOpen(key, true)}>
              Edit order
            </Button>
          )}
          {/* In its place until it is there, so that nothing moves then. */}
          <Suspense
            fallback={
              <Button look="quiet" isDisabled>
                History
              </Button>
            }
          >
            <LaneTools agentId={agentId} provider={lane.provider} />
          </Suspense>
        </div>
        {orderNotes(lane.order).map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
      </header>
      {isEditing ? (
        <Suspense fallback={<p className={styles.none}>Opening the editor…</p>}>
          <OrderEditor key={key} agentId={agentId} lane={lane} servingId={servingId} />
        </Suspense>
      ) : null}
      <div ref={container} hidden={isEditing}>
        {visible.length === 0 ? (
          lane.profiles.length === 0 ? (
            <p className={styles.none}>No account of this provider may be used.</p>
          ) : null
        ) : (
          <ol className={styles.line} aria-label={`Accounts of ${lane.provider} in order`}>
            {visible.map((profile) => (
              <ProfileRow
                key={profile.profileId}
                status={profile}
                entries={lane.order.entries}
                isServing={profile.profileId === servingId}
                isMarked={profile.profileId === markedProfileId}
                showsOrigin={showsOrigin}
                lockActions={lockActions}
                onOpen={onOpen}
              />
            ))}
          </ol>
        )}
        {hidden > 0 ? (
          <div className={styles.more}>
            <Button onPress={() => showMore(name)}>Show {Math.min(hidden, LANE_MORE)} more</Button>
            <span>
              {visible.length.toLocaleString('en')} of {count(profiles.length, 'account')} shown
            </span>
          </div>
        ) : null}
        <UnusedProfiles
          name={name}
          profiles={excluded}
          markedProfileId={markedProfileId}
          showsOrigin={showsOrigin}
          onOpen={onOpen}
        />
      </div>
    </section>
  )
}

/** Whoever ends the editing goes on from the button that began it. */
function useFocusAfter(isEditing: boolean) {
  const tools = useRef<HTMLDivElement>(null)
  const was = useRef(isEditing)
  useEffect(() => {
    if (was.current && !isEditing && document.activeElement === document.body) {
      tools.current?.querySelector('button')?.focus()
    }
    was.current = isEditing
  }, [isEditing])
  return tools
}
