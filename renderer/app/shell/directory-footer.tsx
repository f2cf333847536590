import { Link } from '@tanstack/react-router'
import type { DirectoryState } from '../../../shared/contract/types.ts'
import { hasFacts } from '../../lib/state/has-facts.ts'
import { useDirectoryName } from '../../lib/state/use-directory-name.ts'
import { directoryKindWords } from '../../lib/words/directory-name.ts'
import { eraWords } from '../../lib/words/directory-words.ts'
import { shortenMiddle } from '../../lib/words/shorten.ts'
import { PolicySelect } from './policy-select.tsx'
import styles from './directory-footer.module.css'

/** Which directory this is, in which format, read by which rules. */
export function DirectoryFooter({ directory }: { readonly directory: DirectoryState }) {
  const { facts, kind, path, bundle } = directory
  const name = useDirectoryName(directory)
  return (
    <footer className={styles.footer}>
      <dl className={styles.facts}>
        {kind === 'own' ? (
          <>
            <dt>{directoryKindWords(kind)}</dt>
            <dd className={styles.path} title={path} translate="no">
              {shortenMiddle(name, 60)}
            </dd>
          </>
        ) : (
          <>
            <dt>{kind === 'attached' ? 'State directory' : directoryKindWords(kind)}</dt>
            <dd className={styles.path} title={path} translate="no">
              {kind === 'example' ? 'Made up, with times relative to now' : shortenMiddle(bundle?.name ?? path, 60)}
            </dd>
            {hasFacts(directory) ? (
              <>
                <dt>Written by</dt>
                <dd>
                  OpenClaw {facts.openclawVersion ?? 'of unknown version'}, {eraWords(facts.era)}
                </dd>
              </>
            ) : null}
          </>
        )}
      </dl>
      <PolicySelect
        policyId={facts.policyId}
        source={directory.policySource}
        hasVersion={kind !== 'own' && kind !== 'log'}
      />
      <Link to="/directory" className={styles.open}>
        Open another directory…
      </Link>
    </footer>
  )
}
