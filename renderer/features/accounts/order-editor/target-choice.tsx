import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { inheritedStore, type DirectoryFacts } from '../../../../shared/engine/index.ts'
import type { OrderTarget } from '../../../../shared/contract/types.ts'
import { orderListWords, winnerBadge, winnerSentence } from './order-words.ts'
import type { OrderEditing } from './use-order-editor.ts'
import styles from './target-choice.module.css'

interface TargetChoiceProps {
  readonly editing: Pick<OrderEditing, 'draft' | 'sources' | 'winnerThen' | 'barriers' | 'dispatch'>
  readonly facts: DirectoryFacts
  readonly agentId: string
}

/** Where the order is written: what each place holds now, which one wins, and why one may be closed. */
export function TargetChoice({ editing, facts, agentId }: TargetChoiceProps) {
  const { draft, sources, barriers, dispatch } = editing
  const heirs = heirsOf(facts, agentId)
  return (
    <RadioGroup
      className={styles.group ?? ''}
      value={draft.target}
      onChange={(value) => dispatch({ type: 'target', target: value as OrderTarget })}
    >
      <Label className={styles.label ?? ''}>Write it to</Label>
      <div className={styles.options}>
        <Place
          target="stored"
          name="This agent’s stored order"
          scope={heirs ? 'for this agent and those that inherit from it; it wins' : 'for this agent only; it wins'}
          {...editing}
        />
        <Place
          target="config"
          name="auth.order in openclaw.json"
          scope="for all agents without a stored order"
          {...editing}
        />
      </div>
      {sources.inherited === null ? null : (
        <p className={styles.inherited}>
          Between the two stands the order that this agent inherits:{' '}
          <code translate="no">{orderListWords(sources.inherited)}</code>
        </p>
      )}
      <p className={styles.wins}>{winnerSentence(sources)}</p>
      {barriers.stored !== null && barriers.config !== null ? (
        <p className={styles.wins}>Neither place can be written now.</p>
      ) : null}
    </RadioGroup>
  )
}

/** Whether other agents read through to this one's store. */
function heirsOf(facts: DirectoryFacts, agentId: string): boolean {
  const store = facts.agents.find(({ id }) => id === agentId)?.store
  return facts.agents.some((agent) => agent.id !== agentId && store != null && inheritedStore(facts, agent) === store)
}

interface PlaceProps extends Pick<OrderEditing, 'sources' | 'winnerThen' | 'barriers'> {
  readonly target: OrderTarget
  readonly name: string
  readonly scope: string
}

function Place({ target, name, scope, sources, winnerThen, barriers }: PlaceProps) {
  const barrier = barriers[target]
  const badge = winnerBadge(sources.winner === target, winnerThen === target)
  return (
    <Radio value={target} className={styles.option ?? ''} isDisabled={barrier !== null} data-order-target={target}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.text}>
        <span className={styles.name}>
          {name}
          {badge === null ? null : <span className={styles.badge}>{badge}</span>}
        </span>
        <span className={styles.scope}>{scope}</span>
        <span className={styles.holds}>
          Holds now: <code translate="no">{orderListWords(sources[target])}</code>
        </span>
        {barrier === null ? null : <span className={styles.barrier}>Cannot be written: {barrier}</span>}
      </span>
    </Radio>
  )
}
