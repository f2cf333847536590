import { useId } from 'react'
import type { ServingPlace } from '../../../shared/engine/index.ts'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { LANE_FIRST, LANE_MORE, useViewState } from '../../lib/state/view-state.ts'
import { useFlip } from '../../lib/use-flip.ts'
import { count } from '../../lib/words/text.ts'
import type { ShownLane } from './filter-lanes.ts'
import { laneCount, orderNotes, orderSourceWords } from './order-sentences.ts'
import { ProfileRow } from './profile-row.tsx'
import { UnusedProfiles } from './unused-profiles.tsx'
import styles from './lane.module.css'

interface LaneProps {
  readonly agentId: string
  readonly shown: ShownLane
  readonly serving: ServingPlace | null
  readonly markedProfileId: string | null
  readonly showsOrigin: boolean
  readonly onOpen: (profileId: string) => void
}

/** One provider: where its order comes from, its accounts in that order, and those that are left out. */
export function Lane({ agentId, shown, serving, markedProfileId, showsOrigin, onOpen }: LaneProps) {
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

  return (
    <section className={`${card.card} ${styles.lane}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.provider} translate="no">
          {lane.provider}
        </h2>
        <p className={styles.count}>{laneCount(lane.profiles.length, lane.excluded.length)}</p>
        <p className={styles.source}>{orderSourceWords(lane.order)}</p>
        {orderNotes(lane.order).map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
      </header>
      <div ref={container}>
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
