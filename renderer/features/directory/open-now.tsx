import type { DirectoryFacts } from '../../../shared/engine/index.ts'
import type { DirectoryState } from '../../../shared/contract/types.ts'
import { Breakable } from '../../components/breakable.tsx'
import card from '../../components/card.module.css'
import { Section } from '../../components/section.tsx'
import { hasFacts } from '../../lib/state/has-facts.ts'
import { useDirectoryName } from '../../lib/state/use-directory-name.ts'
import { directoryKindWords } from '../../lib/words/directory-name.ts'
import { eraWords } from '../../lib/words/directory-words.ts'
import { DatedTime } from '../../components/times.tsx'
import { count } from '../../lib/words/text.ts'
import styles from './open-now.module.css'

const KIND_SENTENCES: Readonly<Record<DirectoryState['kind'], string>> = {
  own: 'Made by Switchyard. Its secrets lie in its vault.',
  attached: 'OpenClaw’s own. It is read as it is; what you edit here is written the way OpenClaw writes it.',
  bundle: 'It can only be read, and everything is shown as of when it was made.',
  log: 'Without the directory that it comes from. What it tells is kept until you close it.',
  example: 'Made up, with times relative to now. Whatever you do to it is gone with the next start.',
}

/** Which directory the console shows, and what it is. */
export function OpenNow({ directory }: { readonly directory: DirectoryState }) {
  const { facts, kind, path, bundle } = directory
  const name = useDirectoryName(directory)
  return (
    <Section title="Open now">
      <div className={`${card.card} ${styles.card}`}>
        <p className={styles.name}>{name}</p>
        <p className={styles.sentence}>{KIND_SENTENCES[kind]}</p>
        <dl className={styles.facts}>
          <dt>Kind</dt>
          <dd>{directoryKindWords(kind)}</dd>
          <dt>Path</dt>
          <dd className={styles.path} translate="no">
            <Breakable text={path} />
          </dd>
          {bundle === null ? null : (
            <>
              <dt>Made</dt>
              <dd>
                <DatedTime atMs={bundle.createdMs} />, by Switchyard {bundle.consoleVersion}
              </dd>
            </>
          )}
          {hasFacts(directory) ? (
            <FactsOf facts={facts} isOwn={kind === 'own'} />
          ) : (
            <>
              <dt>State</dt>
              <dd>none: it holds a history only</dd>
            </>
          )}
        </dl>
      </div>
    </Section>
  )
}

function FactsOf({ facts, isOwn }: { readonly facts: DirectoryFacts; readonly isOwn: boolean }) {
  const folders = facts.agents.filter((agent) => agent.hasFolder).length
  return (
    <>
      <dt>Format</dt>
      <dd>
        {eraWords(facts.era)} (era {facts.era})
      </dd>
      {isOwn && facts.openclawVersion === null ? null : (
        <>
          <dt>Written by</dt>
          <dd>OpenClaw {facts.openclawVersion ?? 'of unknown version'}</dd>
        </>
      )}
      <dt>Agents</dt>
      <dd>
        {facts.agents.length === folders
          ? count(folders, 'agent')
          : `${count(facts.agents.length, 'agent')}, ${folders} of which ${folders === 1 ? 'has' : 'have'} run`}
      </dd>
    </>
  )
}
