/** The host: owns all state, answers the contract, follows the open directory. */
export { shiftedClock, systemClock } from './clock.ts'
export { createHost, type Host, type HostOptions } from './create-host.ts'
export type { HostRouter } from './router.ts'
