import type { UsageStats } from '../store/types.ts'
import type { WindowContext, WindowEffect, WindowEvent } from './effect-types.ts'
import { recordBlock, recordReprobe } from './record-block.ts'
import { recordFailure } from './record-failure.ts'
import { clearWindows, recordSuccess, recordUse } from './reset.ts'
import { snooze } from './snooze.ts'
import { sweepExpired } from './sweep.ts'

/** The effect of any event, for whoever plays a sequence of them. */
export function applyWindowEvent(stats: UsageStats | null, event: WindowEvent, context: WindowContext): WindowEffect {
  switch (event.kind) {
    case 'failure':
      return recordFailure(stats, event, context)
    case 'blocked':
      return recordBlock(stats, event, context)
    case 'success':
      return recordSuccess(stats, context)
    case 'used':
      return recordUse(stats, context)
    case 'clear':
      return clearWindows(stats, context, event.cause)
    case 'snooze':
      return snooze(stats, event.untilMs, context)
    case 'sweep':
      return sweepExpired(stats, context)
    case 'reprobe':
      return recordReprobe(stats, event.usageProbe, context)
  }
}
