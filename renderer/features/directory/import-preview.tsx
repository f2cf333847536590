import type { ImportPreview, ImportProfile } from '../../../shared/contract/types.ts'
import { CodeHint } from '../../components/code-hint.tsx'
import { ProfileId } from '../../components/profile-id.tsx'
import { credentialTypeWord } from '../../lib/words/credential-words.ts'
import {
  ACTIONS,
  ACTION_WORDS,
  importNoteWords,
  importSourceWords,
  importWhyWords,
  routingWords,
  sourceStateWords,
} from './import-sentences.ts'
import styles from './import-preview.module.css'

/** More of one kind than this are only counted. */
const MOST_ROWS = 200

/** What an import would do, before it does it. */
export function ImportPreviewView({ preview }: { readonly preview: ImportPreview }) {
  const { sources } = preview
  return (
    <div className={styles.preview}>
      {sources.length === 0 ? null : <h3 className={styles.title}>Files</h3>}
      <ul className={styles.sources}>
        {sources.map((source) => (
          <li key={`${source.kind} ${source.file}`} className={styles.source} data-problem={source.problem !== null}>
            <span className={styles.file} translate="no">
              {source.file}
            </span>
            <span className={styles.note}>
              {importSourceWords(source.kind)}: {sourceStateWords(source)}
            </span>
          </li>
        ))}
      </ul>
      {ACTIONS.map((action) => (
        <ImportGroup key={action} action={action} profiles={preview.profiles.filter((one) => one.action === action)} />
      ))}
      {preview.routing.length === 0 ? null : (
        <>
          <h3 className={styles.title}>Orders and use</h3>
          <ul className={styles.sources}>
            {preview.routing.slice(0, MOST_ROWS).map((entry) => (
              <li key={`${entry.kind} ${entry.key} ${entry.file}`} className={styles.note}>
                {routingWords(entry)}
              </li>
            ))}
            <More count={preview.routing.length - MOST_ROWS} />
          </ul>
        </>
      )}
    </div>
  )
}

interface ImportGroupProps {
  readonly action: ImportProfile['action']
  readonly profiles: readonly ImportProfile[]
}

function ImportGroup({ action, profiles }: ImportGroupProps) {
  if (profiles.length === 0) return null
  return (
    <>
      <h3 className={styles.title}>
        {ACTION_WORDS[action]} <span className={styles.count}>{profiles.length}</span>
      </h3>
      <ul className={styles.profiles} data-action={action}>
        {profiles.slice(0, MOST_ROWS).map((profile) => (
          <ImportRow key={`${profile.file} ${profile.profileId}`} profile={profile} />
        ))}
        <More count={profiles.length - MOST_ROWS} />
      </ul>
    </>
  )
}

function ImportRow({ profile }: { readonly profile: ImportProfile }) {
  const { profileId, sourceId, provider, type, file, why, notes, otherProfileId } = profile
  return (
    <li className={styles.row} data-import={profileId}>
      <div className={styles.who}>
        <ProfileId id={profileId} />
        <p className={styles.note}>
          {[provider, type === null ? null : credentialTypeWord(type)].filter((part) => part !== null).join(', ')}
          {sourceId === null ? null : <> · was {sourceId}</>}
        </p>
      </div>
      <div className={styles.why}>
        <p>
          <CodeHint code={why}>{importWhyWords(why)}</CodeHint>
        </p>
        {notes.map((note) => (
          <p key={note} className={styles.remark}>
            {importNoteWords(note)}
          </p>
        ))}
        {otherProfileId === null ? null : <p className={styles.remark}>It has the same secret as {otherProfileId}</p>}
        <p className={styles.file} translate="no">
          {file}
        </p>
      </div>
    </li>
  )
}

function More({ count }: { readonly count: number }) {
  return count > 0 ? <li className={styles.note}>… and {count.toLocaleString('en')} more</li> : null
}
