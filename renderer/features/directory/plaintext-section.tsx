import { useState } from 'react'
import type { PlaintextReport } from '../../../shared/contract/types.ts'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { Section } from '../../components/section.tsx'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { ProblemOffer } from '../../components/vault/problem-offer.tsx'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import {
  adviceSentence,
  findingWords,
  gapSentence,
  notScannedWords,
  placeWords,
  scanSentence,
} from './plaintext-sentences.ts'
import styles from './plaintext-section.module.css'
import transfer from './transfer.module.css'

/** More of one kind than this are only counted. */
const MOST_ROWS = 100

/** Where in the directory secrets lie in plain text, and what to do about each place. */
export function PlaintextSection() {
  const scan = useHostAction<void, PlaintextReport>((client) => client.transfer.scan())
  const [report, setReport] = useState<PlaintextReport | null>(null)
  const start = async (): Promise<void> => {
    setReport(null)
    setReport(await scan.run())
  }
  const gap = report === null ? null : gapSentence(report)
  return (
    <Section title="Secrets in plain text">
      <div className={`${card.card} ${transfer.card}`}>
        <p className={transfer.text}>
          Searches every file of the directory for the secrets of its accounts: stores, copies, journals, logs,
          leftovers. Nothing is changed, and no secret is shown.
        </p>
        <div className={transfer.buttons}>
          <Button onPress={() => void start()} isPending={scan.isPending}>
            {scan.isPending ? 'Searching…' : 'Look for plaintext secrets'}
          </Button>
        </div>
        {scan.problem === null ? null : <ProblemOffer problem={scan.problem} onSolved={() => void start()} />}
        <output className={transfer.outcome} data-result="scan">
          {report === null ? null : <ScanVerdict report={report} />}
        </output>
        {report === null ? null : (
          <div className={styles.report}>
            {report.findings.length === 0 ? null : (
              <ul className={styles.findings}>
                {report.findings.map((finding) => (
                  <li key={finding.file} className={styles.finding} data-place={finding.place} data-file={finding.file}>
                    <p className={styles.file} translate="no">
                      <Breakable text={finding.file} />
                    </p>
                    <p className={styles.place}>
                      {placeWords(finding.place)}: {findingWords(finding)}
                    </p>
                    <p className={styles.advice}>{adviceSentence(finding.advice)}</p>
                  </li>
                ))}
              </ul>
            )}
            {gap === null ? null : <p className={transfer.text}>{gap}</p>}
            {report.notScanned.length === 0 ? null : (
              <div className={transfer.text}>
                <h3 className={styles.title}>Not searched</h3>
                <ul>
                  {report.notScanned.slice(0, MOST_ROWS).map(({ file, why }) => (
                    <li key={file} className={styles.skipped}>
                      <span className={styles.file}>{file}</span>, {notScannedWords(why)}
                    </li>
                  ))}
                  {report.notScanned.length > MOST_ROWS ? (
                    <li>… and {(report.notScanned.length - MOST_ROWS).toLocaleString('en')} more</li>
                  ) : null}
                </ul>
              </div>
            )}
          </div>
        )}
      </div>
    </Section>
  )
}

/** The answer by glyph and word. */
function ScanVerdict({ report }: { readonly report: PlaintextReport }) {
  const isClean = report.findings.length === 0 && report.notSearchedIds.length === 0
  return (
    <span className={styles.verdict} data-clean={isClean}>
      <StateGlyph state={isClean ? 'serving' : 'unusable'} />
      <strong>{scanSentence(report)}</strong>
    </span>
  )
}
