import type { Window } from '../../../shared/engine/index.ts'
import { ProvenanceLine } from '../../components/provenance-line.tsx'
import { ClockTime, Countdown, WhenTime } from '../../components/times.tsx'
import { WindowBar } from '../../components/window-bar.tsx'
import { formatLength } from '../../lib/time/duration.ts'
import { windowWord } from '../../lib/words/state-words.ts'
import { capitalize } from '../../lib/words/text.ts'
import {
  announcerWords,
  windowEndBasis,
  windowReason,
  windowScope,
  windowStartBasis,
} from '../../lib/words/window-words.ts'
import { Detail, DetailList } from './detail-list.tsx'

export function DetailWindow({ window }: { readonly window: Window }) {
  const { startMs, untilMs, rung, lengthMs, reason, kind, announcedBy } = window
  return (
    <DetailList title={`${capitalize(windowWord(window))}, ${windowScope(window)}`}>
      <Detail name="Why">
        {windowReason(window)} <code>{reason ?? 'no reason'}</code>
      </Detail>
      <Detail name="Where from">
        <span data-provenance>
          <ProvenanceLine window={window} />
        </span>
      </Detail>
      <Detail name="Ends">
        in <Countdown untilMs={untilMs} />, <WhenTime atMs={untilMs} />; {windowEndBasis(window)}
      </Detail>
      <Detail name="Started">
        {startMs === null ? 'not on record' : <ClockTime atMs={startMs} precision="second" />},{' '}
        {windowStartBasis(window)}
      </Detail>
      {announcedBy === null ? null : (
        <Detail name="Announced by">
          {announcerWords(announcedBy)} <code>{announcedBy}</code>
        </Detail>
      )}
      {rung === null ? null : (
        <Detail name="Step of the ladder">
          {rung}
          {lengthMs === null ? null : `, ${formatLength(lengthMs)}`}
        </Detail>
      )}
      {kind === 'cooldown' ? null : (
        <Detail name="Span">
          <WindowBar kind={kind} startMs={startMs} untilMs={untilMs} />
        </Detail>
      )}
    </DetailList>
  )
}
