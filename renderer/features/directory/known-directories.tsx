import type { HostInfo, KnownDirectory } from '../../../shared/contract/types.ts'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { CalmNote } from '../../components/calm-note.tsx'
import { MenuButton } from '../../components/menu-button.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { Section } from '../../components/section.tsx'
import { ClockTime, RelativeTime } from '../../components/times.tsx'
import { actionProblem, useHostAction } from '../../lib/state/use-host-action.ts'
import { useHostInfo, useIsReadOnly } from '../../lib/state/use-host.ts'
import { directoryKindWords, folderName } from '../../lib/words/directory-name.ts'
import { BesideButton } from './beside-button.tsx'
import { BesideNotes } from './beside-notes.tsx'
import { FailureNote } from './open/failure-note.tsx'
import { useOpenDirectory } from './open/use-open-directory.ts'
import { useKnownDirectories, useRefreshKnown } from './directory-queries.ts'
import { useOpenBeside } from './use-open-beside.ts'
import styles from './known-directories.module.css'

interface KnownDirectoriesProps {
  /** The path of the directory that is open; null: none is. */
  readonly openPath: string | null
  /** Says so where there are none; else the section is left out. */
  readonly saysEmpty: boolean
  readonly onOpened?: () => void
}

/** Directories that were open before, and all of our own. */
export function KnownDirectories({ openPath, saysEmpty, onOpened }: KnownDirectoriesProps) {
  const place = useHostInfo()?.besideIn ?? null
  const known = useKnownDirectories()
  const refresh = useRefreshKnown()
  const { open, isPending, problem } = useOpenDirectory(() => {
    refresh()
    onOpened?.()
  })
  const beside = useOpenBeside()
  const forget = useHostAction((client, path: string) => client.directory.forget({ path }).then(() => true))
  const list = known.data ?? []
  if (list.length === 0 && (!saysEmpty || known.isPending)) return null
  return (
    <Section title="Known directories" {...(list.length === 0 ? {} : { count: list.length })}>
      {known.isError && saysEmpty ? <ProblemNote problem={actionProblem(known.error)} /> : null}
      {problem === null ? null : (
        <FailureNote
          path={problem.failure?.path ?? null}
          message={problem.failure?.message ?? problem.message}
          hint={problem.failure?.hint ?? problem.hint}
        />
      )}
      <BesideNotes {...beside} />
      {forget.problem === null ? null : <ProblemNote problem={forget.problem} />}
      {list.length === 0 && known.isSuccess ? (
        <CalmNote title="None yet.">What you open is remembered here.</CalmNote>
      ) : (
        <ul className={`${card.card} ${card.rows}`}>
          {list.map((directory) => (
            <KnownRow
              key={directory.path}
              directory={directory}
              isOpen={directory.path === openPath}
              place={place}
              isAlone={openPath === null}
              isPending={isPending || beside.isPending}
              onOpen={() => open({ kind: 'path', path: directory.path })}
              onOpenBeside={() => void beside.open(directory.path)}
              onForget={() => void forget.run(directory.path).then(refresh)}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

interface KnownRowProps {
  readonly directory: KnownDirectory
  readonly isOpen: boolean
  readonly place: HostInfo['besideIn']
  /** Nothing is open that another directory could be beside. */
  readonly isAlone: boolean
  readonly isPending: boolean
  readonly onOpen: () => void
  readonly onOpenBeside: () => void
  readonly onForget: () => void
}

function KnownRow(props: KnownRowProps) {
  const { directory, isOpen, place, isAlone, isPending, onOpen, onOpenBeside, onForget } = props
  const { path, kind, isThere, lastOpenedMs, isOpenElsewhere } = directory
  const name = directory.name ?? folderName(path)
  // The clock of a bundle stands still at another time.
  const isReadOnly = useIsReadOnly()
  return (
    <li className={styles.row} data-directory={path} data-there={isThere}>
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <p className={styles.path} translate="no">
          <Breakable text={path} />
        </p>
        <p className={styles.facts}>
          {directoryKindWords(kind)}
          {isOpenElsewhere ? (
            <>
              {' · '}
              <strong className={styles.elsewhere}>open in another {place}</strong>
            </>
          ) : lastOpenedMs > 0 && !isReadOnly ? (
            <>
              {' · '}opened <RelativeTime atMs={lastOpenedMs} /> (<ClockTime atMs={lastOpenedMs} />)
            </>
          ) : null}
          {isThere ? null : (
            <>
              {' · '}
              <strong className={styles.missing}>not there now</strong>
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        {isOpen ? <span className={styles.now}>open now</span> : null}
        {isOpen ? null : isOpenElsewhere && place === 'window' ? (
          <Button onPress={onOpenBeside} isDisabled={isPending} aria-label={`Show the window of ${name}`}>
            Show
          </Button>
        ) : (
          <>
            <Button onPress={onOpen} isDisabled={!isThere || isPending} aria-label={`Open ${name}`}>
              Open
            </Button>
            {place === null || isAlone ? null : (
              <BesideButton name={name} place={place} isDisabled={!isThere || isPending} onPress={onOpenBeside} />
            )}
          </>
        )}
        <MenuButton
          label={`Actions for ${name}`}
          items={[
            {
              id: 'forget',
              label: 'Forget',
              hint: 'Takes it off this list; the folder stays as it is.',
              onAction: onForget,
            },
          ]}
        />
      </div>
    </li>
  )
}
