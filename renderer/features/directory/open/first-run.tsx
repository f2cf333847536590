import { lazy, Suspense } from 'react'
import type { HostInfo, OpenFailure } from '../../../../shared/contract/types.ts'
import { BrandMark } from '../../../components/brand-mark.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { OpenForm } from './open-form.tsx'
import styles from './first-run.module.css'

const FirstRunMore = lazy(async () => ({ default: (await import('../first-run-more.tsx')).FirstRunMore }))

interface FirstRunProps {
  readonly failure: OpenFailure | null
  readonly info: HostInfo
  readonly isLost: boolean
}

/** No directory is open: what the console is for, and the ways in. */
export function FirstRun({ failure, info, isLost }: FirstRunProps) {
  useTitle('Open a directory')
  // Where OpenClaw was never used there is nothing wrong; a red box would say so.
  const isJustAbsent = failure?.code === 'not_found' && failure.path === info.defaultDirectory
  return (
    <main className={styles.screen}>
      <div className={styles.box}>
        <p className={styles.brand}>
          <BrandMark size={26} /> Switchyard
        </p>
        <h1 className={styles.title}>See which account and model answers next, and why</h1>
        <p className={styles.text}>
          Switchyard reads an OpenClaw state directory, the folder that holds <code>openclaw.json</code>, and shows its
          failover live: what serves, what is locked until when, what needs you. Looking changes nothing in the folder;
          only what you edit is written.
        </p>
        {isJustAbsent ? (
          <p className={styles.text}>
            There is none in its usual place, <code className={styles.path}>{info.defaultDirectory}</code>.
          </p>
        ) : null}
        {isLost ? <output className={styles.lost}>Connection lost. Connecting again by itself.</output> : null}
        <OpenForm info={info} isUsualAbsent={isJustAbsent} failure={isJustAbsent ? null : failure} />
        <Suspense fallback={null}>
          <FirstRunMore />
        </Suspense>
      </div>
    </main>
  )
}
