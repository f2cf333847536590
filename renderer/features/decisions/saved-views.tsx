import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CrossIcon } from '../../components/cross-icon.tsx'
import iconButton from '../../components/icon-button.module.css'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Form } from 'react-aria-components/Form'
import { Popover } from 'react-aria-components/Popover'
import type { SavedView, SaveViewInput } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import popover from '../../components/popover.module.css'
import { ProblemNote } from '../../components/problem-note.tsx'
import { TextField } from '../../components/text-field.tsx'
import { hasFields } from '../../lib/history/filter-fields.ts'
import { PRESET_FACTS, type HistorySelection } from '../../lib/history/time-range.ts'
import { host } from '../../lib/state/host-session.ts'
import { actionProblem, useHostAction } from '../../lib/state/use-host-action.ts'
import { useDirectory } from '../../lib/state/use-host.ts'
import styles from './saved-views.module.css'

const VIEWS_KEY = ['history', 'views'] as const

interface SavedViewsProps {
  readonly selection: HistorySelection
  readonly onSelection: (selection: HistorySelection) => void
}

/** Filters with a name, kept with the directory. */
export function SavedViews({ selection, onSelection }: SavedViewsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button look="quiet">Saved filters</Button>
      {/* It is the dialog itself, under the name of its button. */}
      <Popover className={`${popover.popover} ${styles.popover}`} placement="bottom end" offset={4}>
        <div className={styles.dialog}>
          <Views
            selection={selection}
            onChoose={(view) => {
              setOpen(false)
              onSelection({ filter: view.filter, preset: view.preset })
            }}
          />
        </div>
      </Popover>
    </DialogTrigger>
  )
}

interface ViewsProps {
  readonly selection: HistorySelection
  readonly onChoose: (view: SavedView) => void
}

function Views({ selection, onChoose }: ViewsProps) {
  const path = useDirectory()?.path ?? null
  const queries = useQueryClient()
  const query = useQuery({ queryKey: [...VIEWS_KEY, path], queryFn: () => host().history.views(), staleTime: 0 })
  const renew = () => queries.invalidateQueries({ queryKey: VIEWS_KEY })
  const remove = useHostAction(async (client, id: number) => {
    await client.history.removeView({ id })
    await renew()
  })
  const problem = query.isError ? actionProblem(query.error) : remove.problem
  return (
    <>
      {problem === null ? null : <ProblemNote problem={problem} />}
      {query.data === undefined ? null : query.data.length === 0 ? (
        <p className={styles.empty}>None is saved yet.</p>
      ) : (
        <ul className={styles.list}>
          {query.data.map((view) => (
            <li key={view.id} className={styles.view}>
              <AriaButton className={styles.choose ?? ''} onPress={() => onChoose(view)}>
                {view.name}
              </AriaButton>
              <AriaButton
                className={`${iconButton.button} ${styles.remove}`}
                aria-label={`Remove the saved filter ${view.name}`}
                onPress={() => void remove.run(view.id)}
              >
                <CrossIcon size={10} />
              </AriaButton>
            </li>
          ))}
        </ul>
      )}
      <SaveView selection={selection} onSaved={renew} />
    </>
  )
}

interface SaveViewProps {
  readonly selection: HistorySelection
  readonly onSaved: () => Promise<void>
}

function SaveView({ selection: { filter, preset }, onSaved }: SaveViewProps) {
  const [name, setName] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const save = useHostAction(async (client, input: SaveViewInput) => {
    const saved = await client.history.saveView(input)
    await onSaved()
    return saved
  })
  const isWorthIt = hasFields(filter) || preset !== null || filter.fromMs !== undefined || filter.toMs !== undefined
  if (!isWorthIt) return <p className={styles.note}>Choose some fields or a span of time to save them as a filter.</p>
  return (
    <Form
      ref={form}
      className={styles.form ?? ''}
      onSubmit={async (event) => {
        event.preventDefault()
        if (name.trim() === '' || (await save.run({ name: name.trim(), filter, preset })) === null) return
        // The button is of no use without a name: with the focus in it, keys would lead nowhere.
        form.current?.querySelector('input')?.focus()
        setName('')
      }}
    >
      <TextField
        label="Save the present filter as"
        value={name}
        onChange={setName}
        {...(preset === null
          ? {}
          : { description: `Includes ${PRESET_FACTS[preset].words}, counted back from whenever it is chosen.` })}
      />
      {save.problem === null ? null : <ProblemNote problem={save.problem} />}
      <Button type="submit" isDisabled={name.trim() === ''} isPending={save.isPending}>
        Save
      </Button>
    </Form>
  )
}
