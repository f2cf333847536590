import type { ServingPlace } from '../../../shared/engine/index.ts'
import { ProfileId } from '../../components/profile-id.tsx'
import styles from './next-in-line.module.css'

interface NextInLineProps {
  readonly line: readonly ServingPlace[]
  readonly hasAnswer: boolean
}

/** The two that stand behind the one that answers. */
export function NextInLine({ line, hasAnswer }: NextInLineProps) {
  if (!hasAnswer) return null
  const [now, ...behind] = line
  return (
    <div className={styles.next}>
      <h3 className={styles.title}>Next, if that fails</h3>
      {behind.length === 0 ? (
        <p className={styles.none}>Nothing: no other account or model could take over.</p>
      ) : (
        <ol className={styles.list}>
          {behind.slice(0, 2).map((place, index) => (
            <li key={`${place.provider}/${place.model}/${place.profileId}`}>
              <span className={styles.number} aria-hidden="true">
                {index + 2}
              </span>
              <span className={styles.place}>
                {place.profileId === null ? 'the provider’s own key' : <ProfileId id={place.profileId} />}
                {isSameModel(now, place) ? (
                  <span className={styles.same}>same model</span>
                ) : (
                  <span className={styles.model} translate="no">
                    {place.model}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function isSameModel(a: ServingPlace | undefined, b: ServingPlace): boolean {
  return a?.provider === b.provider && a.model === b.model
}
