import type { ReplyTo, RunEffect, RunView } from '../effects.ts'

type EffectOf<K extends RunEffect['kind']> = Extract<RunEffect, { readonly kind: K }>

/**
 * What a live run needs from the host. `observe`, `remember` and `emit` answer at once, so that what the machine decides
 * and what it marks is one step even while other runs go on; the others may take their time.
 */
export interface LivePorts {
  /** The instant, and store, memory and session as they are then. */
  observe(): RunView
  remember(effect: EffectOf<'remember'>): void
  emit(effect: EffectOf<'emit'>): void
  /** Makes the call; a failure is an outcome and never a rejection. */
  call(effect: EffectOf<'call'>): Promise<ReplyTo<EffectOf<'call'>>>
  /** Waits, or returns early when the caller goes away; the next call then reports it. */
  wait(effect: EffectOf<'wait'>): Promise<void>
  /** Applies the event to the record as it is in the store, in one transaction. */
  recordProfile(effect: EffectOf<'record_profile'>): Promise<ReplyTo<EffectOf<'record_profile'>>>
  persistOverride(effect: EffectOf<'persist_override'>): Promise<ReplyTo<EffectOf<'persist_override'>>>
  rollBackOverride(effect: EffectOf<'roll_back_override'>): Promise<void>
  clearOverride(effect: EffectOf<'clear_override'>): Promise<void>
  suspendSession(effect: EffectOf<'suspend_session'>): Promise<void>
  notice(effect: EffectOf<'notice'>): Promise<void>
}
