import type { ProfileStatus } from '../../../shared/engine/index.ts'
import { Countdown, WhenTime } from '../../components/times.tsx'
import { profileWord } from '../../lib/words/state-words.ts'
import { Detail, DetailList, WordAndCode } from './detail-list.tsx'
import { exclusionWords } from './order-sentences.ts'

export function DetailPlace({ status }: { readonly status: ProfileStatus }) {
  const { position, placement, exclusion, unusableUntilMs, isPartlyUsable } = status
  return (
    <DetailList title="Place in line">
      <Detail name="State">
        <WordAndCode word={profileWord(status, false)} code={status.state} />
      </Detail>
      <Detail name="Place">{position === null ? 'none' : position}</Detail>
      {placement === null ? null : (
        <Detail name="Rule">
          <code>{placement.rule}</code>
          {placement.listIndex < 0 ? null : `, named at place ${placement.listIndex + 1}`}
        </Detail>
      )}
      {exclusion === null ? null : (
        <Detail name="Not used because">
          {exclusionWords(exclusion.code)} <code>{exclusion.code}</code>
        </Detail>
      )}
      {unusableUntilMs === 0 ? null : (
        <Detail name={isPartlyUsable ? 'Whole again' : 'Usable again'}>
          in <Countdown untilMs={unusableUntilMs} />, <WhenTime atMs={unusableUntilMs} />
        </Detail>
      )}
    </DetailList>
  )
}
