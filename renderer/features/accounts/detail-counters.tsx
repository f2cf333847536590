import { FAILURE_REASONS, type ProfileStatus, type UsageStats } from '../../../shared/engine/index.ts'
import { ClockTime, RelativeTime } from '../../components/times.tsx'
import { reasonWords } from '../../lib/words/failure-reason.ts'
import { capitalize, count } from '../../lib/words/text.ts'
import { Detail, DetailList } from './detail-list.tsx'

interface DetailCountersProps {
  readonly status: ProfileStatus
  readonly stats: UsageStats | null
}

export function DetailCounters({ status, stats }: DetailCountersProps) {
  return (
    <DetailList title="Use and failures">
      <Detail name="Last used">
        <Instant atMs={status.lastUsedMs} never="never" />
      </Detail>
      <Detail name="Last failure">
        <Instant atMs={status.lastFailureAtMs} never="none on record" />
      </Detail>
      {stats?.errorCount ? <Detail name="Failures in a row">{stats.errorCount}</Detail> : null}
      {FAILURE_REASONS.map((reason) => {
        const quantity = stats?.failureCounts[reason] ?? 0
        return quantity === 0 ? null : (
          <Detail key={reason} name={count(quantity, 'time')}>
            {capitalize(reasonWords(reason))} <code>{reason}</code>
          </Detail>
        )
      })}
    </DetailList>
  )
}

function Instant({ atMs, never }: { readonly atMs: number | null; readonly never: string }) {
  if (atMs === null || atMs === 0) return <>{never}</>
  return (
    <>
      <ClockTime atMs={atMs} precision="second" /> (<RelativeTime atMs={atMs} />)
    </>
  )
}
