import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-aria-components/Form'
import type { AgentFacts } from '../../../shared/engine/index.ts'
import type { ImportPreview, ImportResult, PreviewImportInput } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { ProblemOffer } from '../../components/vault/problem-offer.tsx'
import { Section } from '../../components/section.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import { agentName } from '../../lib/state/selected-agent.ts'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import { useSecretAction } from '../../lib/state/use-secret-action.ts'
import { ImportPreviewView } from './import-preview.tsx'
import { importResultSentence, importSentence, isWorthImporting } from './import-sentences.ts'
import { pathProblem } from './new-directory-draft.ts'
import styles from './transfer.module.css'

interface ImportSectionProps {
  readonly agents: readonly AgentFacts[]
  /** The agent that the console shows. */
  readonly currentAgentId: string
}

/** Credentials from elsewhere: first what would become of each, then the import itself. */
export function ImportSection({ agents, currentAgentId }: ImportSectionProps) {
  const look = useSecretAction((client, input: PreviewImportInput) => client.transfer.previewImport(input))
  const take = useHostAction((client, previewId: string) => client.transfer.import({ previewId }))
  const [agentId, setAgentId] = useState(currentAgentId)
  const [path, setPath] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const part = useScrollToHash('import')
  const wrongPath = pathProblem(path)
  const target = agents.some(({ id }) => id === agentId) ? agentId : currentAgentId

  const forget = (): void => {
    setPreview(null)
    setResult(null)
    take.reset()
  }
  const submit = async (): Promise<void> => {
    if (path.trim() === '' || wrongPath !== null || look.isPending) return
    forget()
    const input = { agentId: target, path: path.trim(), passphrase: passphrase === '' ? null : passphrase }
    setPassphrase('')
    setPreview(await look.run(input))
  }
  const confirm = async (id: string): Promise<void> => {
    const done = await take.run(id)
    if (done === null) return
    setPreview(null)
    setResult(done)
  }

  return (
    <div id="import" ref={part} tabIndex={-1} className={styles.anchor}>
      <Section title="Import accounts">
        <div className={`${card.card} ${styles.card}`}>
          <p className={styles.text}>
            From the files of another or an older OpenClaw, or from an encrypted export. You see what will become of
            each account before anything is written.
          </p>
          <Form
            className={styles.form ?? ''}
            onSubmit={(event) => {
              event.preventDefault()
              void submit()
            }}
          >
            <TextField
              label="Where from"
              description="A state directory, the folder of an agent, or one file, on the machine where Switchyard runs"
              error={wrongPath}
              value={path}
              onChange={(text) => {
                setPath(text)
                forget()
              }}
              isCode
            />
            {agents.length > 1 ? (
              <SelectField
                label="For agent"
                options={agents.map((agent) => ({ id: agent.id, name: agentName(agent) }))}
                value={target}
                onChange={(id) => {
                  setAgentId(id)
                  forget()
                }}
              />
            ) : null}
            <TextField
              label="Passphrase of an encrypted export"
              value={passphrase}
              onChange={setPassphrase}
              isSecret
              isRequired={false}
            />
            <div className={styles.buttons}>
              <Button
                look={preview === null ? 'primary' : 'plain'}
                type="submit"
                isPending={look.isPending}
                isDisabled={(path.trim() === '' || wrongPath !== null) && !look.isPending}
              >
                {look.isPending ? 'Reading…' : 'Look what is there'}
              </Button>
            </div>
          </Form>
          {look.problem === null ? null : <ProblemOffer problem={look.problem} onSolved={look.reset} />}
          <output className={styles.outcome} data-result="import">
            {preview === null ? null : <strong>{importSentence(preview)}</strong>}
            {result === null ? null : <span className={styles.done}>{importResultSentence(result)}</span>}
          </output>
          {preview === null ? null : <ImportPreviewView preview={preview} />}
          {take.problem === null ? null : (
            <ProblemOffer problem={take.problem} onSolved={() => preview === null || void confirm(preview.id)} />
          )}
          {preview === null ? null : (
            <div className={styles.buttons}>
              <Button onPress={forget}>Cancel</Button>
              <Button
                look="primary"
                isPending={take.isPending}
                isDisabled={!isWorthImporting(preview)}
                onPress={() => void confirm(preview.id)}
              >
                {take.isPending ? 'Importing…' : 'Import'}
              </Button>
            </div>
          )}
        </div>
      </Section>
    </div>
  )
}

/** A link from another screen leads to this part, which is fetched after the page has looked for it. */
function useScrollToHash(name: string) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (window.location.hash !== `#${name}`) return
    part.current?.scrollIntoView({ block: 'start' })
    part.current?.focus({ preventScroll: true })
  }, [name])
  return part
}
