import { useId, useState } from 'react'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import type { AgentStatus } from '../../../shared/engine/index.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { showToast } from '../../components/toasts.tsx'
import { queryClient } from '../../lib/state/host-session.ts'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import { clockText, hostClock, useTick } from '../../lib/time/time.ts'
import { LEDGER_KEY } from './ledger-key.ts'
import { accountsWords, GATEWAY_CONSEQUENCE, receiptSentence, snoozeSentence } from './dialog-sentences.ts'
import { runningUntil } from './running-until.ts'
import { fieldInstant, fieldText, snoozePresets, snoozeProblem, type SnoozePreset } from './snooze-times.ts'
import styles from './lock-dialog.module.css'

type Choice = SnoozePreset['id'] | 'custom'
const HOUR_MS = 3_600_000

interface SnoozeDialogProps {
  readonly agentId: string
  readonly profileIds: readonly string[]
  readonly status: AgentStatus
  readonly isGatewayRunning: boolean
  readonly onClose: () => void
}

/** Locks until a chosen time: the usual ones, or any. */
export function SnoozeDialog({ agentId, profileIds, status, isGatewayRunning, onClose }: SnoozeDialogProps) {
  const { zone } = clockText
  const [openedAtMs] = useState(() => hostClock.nowMs())
  const [choice, setChoice] = useState<Choice>('hour')
  const [text, setText] = useState(() => fieldText(openedAtMs + HOUR_MS, zone))
  const [hasTried, setHasTried] = useState(false)
  const snooze = useHostAction((client, input: { agentId: string; profileIds: string[]; untilMs: number }) =>
    client.locks.snooze(input),
  )
  /** A preset is counted from the moment it is confirmed, so that an hour is an hour. */
  const untilAt = (nowMs: number): number | null =>
    choice === 'custom'
      ? fieldInstant(text, zone)
      : (snoozePresets(nowMs, zone).find(({ id }) => id === choice)?.untilMs ?? null)
  const runningUntilMs = runningUntil(status, profileIds)
  const sentence = useTick((nowMs) => {
    const untilMs = untilAt(nowMs)
    if (untilMs === null || snoozeProblem(untilMs, nowMs) !== null) return null
    return snoozeSentence({ profileIds, untilMs, runningUntilMs, zone }, (atMs) => clockText.when(atMs, nowMs))
  })
  const problem = useTick((nowMs) => snoozeProblem(untilAt(nowMs), nowMs))
  const run = async (): Promise<void> => {
    const nowMs = hostClock.nowMs()
    const untilMs = untilAt(nowMs)
    setHasTried(true)
    if (untilMs === null || snoozeProblem(untilMs, nowMs) !== null) return
    const receipt = await snooze.run({ agentId, profileIds: [...profileIds], untilMs })
    if (receipt === null) return
    void queryClient.invalidateQueries({ queryKey: LEDGER_KEY })
    showToast(receiptSentence('snoozed', receipt))
    onClose()
  }
  return (
    <Dialog title={`Snooze ${accountsWords(profileIds)}`} isOpen onClose={onClose}>
      <div className={styles.parts}>
        <RadioGroup
          className={styles.group ?? ''}
          value={choice}
          onChange={(value) => setChoice(value as Choice)}
          orientation="horizontal"
        >
          <Label className={styles.label ?? ''}>How long</Label>
          <div className={styles.presets}>
            {[...snoozePresets(openedAtMs, zone), { id: 'custom', label: 'Another time' }].map(({ id, label }) => (
              <Radio key={id} value={id} className={styles.preset ?? ''}>
                {label}
              </Radio>
            ))}
          </div>
        </RadioGroup>
        {choice === 'custom' ? (
          <CustomTime text={text} zone={zone} problem={hasTried ? problem : null} onChange={setText} />
        ) : null}
        <output className={styles.sentence}>{sentence ?? problem}</output>
        {isGatewayRunning ? <p className={styles.consequence}>{GATEWAY_CONSEQUENCE}</p> : null}
        {snooze.problem === null ? null : <ProblemNote problem={snooze.problem} />}
      </div>
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button look="primary" isPending={snooze.isPending} onPress={() => void run()}>
          Snooze
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface CustomTimeProps {
  readonly text: string
  readonly zone: string
  readonly problem: string | null
  readonly onChange: (text: string) => void
}

function CustomTime({ text, zone, problem, onChange }: CustomTimeProps) {
  const id = useId()
  return (
    <div className={styles.custom}>
      <label className={styles.label} htmlFor={id}>
        Until, in {zone}
      </label>
      <input
        id={id}
        className={styles.field}
        type="datetime-local"
        value={text}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem === null ? null : (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
