import { useState } from 'react'
import type { DirectoryState } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { Section } from '../../components/section.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { ExportPlainDialog } from './export-plain-dialog.tsx'
import styles from './transfer.module.css'

/** The accounts of this directory for another machine, or back to OpenClaw. */
export function ExportSection({ kind }: { readonly kind: DirectoryState['kind'] }) {
  const [open, setOpen] = useState<'sealed' | 'plain' | null>(null)
  return (
    <Section title="Export accounts">
      <div className={`${card.card} ${styles.card}`}>
        <p className={styles.text}>
          An encrypted export is one file with every account that the agents of this directory own. Only its passphrase
          opens it.
          {kind === 'own'
            ? ' A plain export is a state directory as OpenClaw keeps it, with every key in plain text.'
            : null}
        </p>
        <div className={styles.buttons}>
          <Button onPress={() => setOpen('sealed')}>Export encrypted…</Button>
          {kind === 'own' ? <Button onPress={() => setOpen('plain')}>Export in plain text…</Button> : null}
        </div>
      </div>
      {open === 'sealed' ? <ExportDialog onClose={() => setOpen(null)} /> : null}
      {open === 'plain' ? <ExportPlainDialog onClose={() => setOpen(null)} /> : null}
    </Section>
  )
}
