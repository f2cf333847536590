import type { Serving } from '../../../shared/engine/index.ts'
import { Breakable } from '../../components/breakable.tsx'
import { ProfileId } from '../../components/profile-id.tsx'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { Countdown, WhenTime } from '../../components/times.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { choiceWords } from './sentences.ts'
import styles from './serving-answer.module.css'

/** The answer itself: which model, through which account. */
export function ServingAnswer({ serving }: { readonly serving: Serving }) {
  const now = serving.line[0]
  if (serving.candidates.length === 0) {
    return (
      <div className={styles.answer} data-tone="red">
        <p className={styles.model}>No model is set</p>
        <p className={styles.sentence}>Neither this agent nor the defaults in openclaw.json name one.</p>
      </div>
    )
  }
  if (now === undefined) return <NothingAnswers serving={serving} />
  return (
    <div className={styles.answer} data-tone="green">
      <p className={styles.model} translate="no">
        <span className={styles.provider}>
          <StateGlyph state="serving" size={11} />
          {now.provider}
          <VisuallyHidden> / </VisuallyHidden>
        </span>
        <Breakable text={now.model} />
      </p>
      <p className={styles.sentence}>
        {now.profileId === null ? (
          'answers with the provider’s own key'
        ) : (
          <>
            answers with <ProfileId id={now.profileId} />
          </>
        )}
        , {choiceWords(serving)}. <FirstChoiceReturns serving={serving} />
        <BuiltInNote serving={serving} />
      </p>
    </div>
  )
}

/** Where nobody chose a model, the one that is shown needs a reason. */
function BuiltInNote({ serving }: { readonly serving: Serving }) {
  return serving.isBuiltIn ? <>No model is set, so it is the one built into OpenClaw.</> : null
}

function FirstChoiceReturns({ serving }: { readonly serving: Serving }) {
  const first = serving.candidates[0]
  if (serving.servingIndex <= 0 || first === undefined || first.availableAtMs === null) return null
  return (
    <>
      The first choice, {first.model}, returns in{' '}
      <strong>
        <Countdown untilMs={first.availableAtMs} />
      </strong>
      , <WhenTime atMs={first.availableAtMs} />.
    </>
  )
}

function NothingAnswers({ serving }: { readonly serving: Serving }) {
  const untilMs = serving.nextAvailableAtMs
  const first = serving.candidates.find((candidate) => candidate.availableAtMs === untilMs)
  return (
    <div className={styles.answer} data-tone="red">
      <p className={styles.model}>
        <span className={styles.provider}>
          <StateGlyph state="disabled" size={11} />
          Stopped
        </span>
        Nothing can answer
      </p>
      {untilMs === null ? (
        <p className={styles.sentence}>
          No account of any model in the chain may be used, and waiting will not change that.{' '}
          <BuiltInNote serving={serving} />
        </p>
      ) : (
        <p className={styles.sentence}>
          Every account is locked. The first to return is {first?.model ?? 'one of the models'}
          {first?.profileId == null ? null : (
            <>
              {' '}
              with <ProfileId id={first.profileId} />
            </>
          )}
          , in{' '}
          <strong>
            <Countdown untilMs={untilMs} />
          </strong>
          , <WhenTime atMs={untilMs} />.
        </p>
      )}
    </div>
  )
}
