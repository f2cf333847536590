import { useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import type { BundlePart } from '../../../shared/contract/history/index.ts'
import { firstPart, partSize } from './bundle-sentences.ts'
import { PartText } from './part-text.tsx'
import styles from './preview-parts.module.css'

/** Everything in the bundle: its parts, and the text of the chosen one. */
export function PreviewParts({ parts }: { readonly parts: readonly BundlePart[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = parts.find(({ name }) => name === chosen)?.name ?? firstPart(parts)
  return (
    <Tabs
      className={styles.parts ?? ''}
      orientation="vertical"
      selectedKey={shown ?? ''}
      onSelectionChange={(key) => setChosen(String(key))}
    >
      <TabList className={styles.list ?? ''} aria-label="Parts of the bundle">
        {parts.map((part) => (
          <Tab key={part.name} id={part.name} className={styles.tab ?? ''} data-empty={part.records === 0}>
            <span className={styles.name}>{part.name}</span>
            <span className={styles.size}>{partSize(part)}</span>
          </Tab>
        ))}
      </TabList>
      {parts.map((part) => (
        <TabPanel key={part.name} id={part.name} className={styles.panel ?? ''}>
          <PartText part={part} />
        </TabPanel>
      ))}
    </Tabs>
  )
}
