import type { DirectoryState } from '../../../shared/contract/types.ts'
import { Breakable } from '../../components/breakable.tsx'
import card from '../../components/card.module.css'
import { Section } from '../../components/section.tsx'
import { useDirectoryName } from '../../lib/state/use-directory-name.ts'
import { directoryKindWords } from '../../lib/words/directory-name.ts'
import { eraWords } from '../../lib/words/directory-words.ts'
import { count } from '../../lib/words/text.ts'
import styles from './open-now.module.css'

const KIND_SENTENCES: Readonly<Record<DirectoryState['kind'], string>> = {
  own: 'Made by Switchyard. Its secrets lie in its vault.',
  attached: 'OpenClaw’s own. It is read as it is; what you edit here is written the way OpenClaw writes it.',
  example: 'Made up, with times relative to now. Whatever you do to it is gone with the next start.',
}

/** Which directory the console shows, and what it is. */
export function OpenNow({ directory }: { readonly directory: DirectoryState }) {
  const { facts, kind, path } = directory
  const name = useDirectoryName(directory)
  const folders = facts.agents.filter((agent) => agent.hasFolder).length
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
          <dt>Format</dt>
          <dd>
            {eraWords(facts.era)} (era {facts.era})
          </dd>
          <dt>Written by</dt>
          <dd>OpenClaw {facts.openclawVersion ?? 'of unknown version'}</dd>
          <dt>Agents</dt>
          <dd>
            {facts.agents.length === folders
              ? count(folders, 'agent')
              : `${count(facts.agents.length, 'agent')}, ${folders} of which ${folders === 1 ? 'has' : 'have'} run`}
          </dd>
        </dl>
      </div>
    </Section>
  )
}
