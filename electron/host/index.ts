/** The host: owns all state, answers the contract, follows the open directory. */
export type { Beside } from './beside.ts'
export type { Choosable, Choose } from './choose.ts'
export { shiftedClock, systemClock } from './clock.ts'
export { createHost, type Host, type HostOptions } from './create-host.ts'
export { Refusal } from './refusal.ts'
export type { HostRouter } from './router.ts'
export { systemTimers, type Timers } from './timers.ts'
