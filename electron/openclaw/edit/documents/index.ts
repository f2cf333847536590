/** Changes of stored documents as pure functions: each gives new documents and keeps whatever it does not concern. */
export { withProfile, withProfileLabel, withoutProfile } from './profiles.ts'
export { storedOrderOf, withStoredOrder } from './stored-order.ts'
export { usageOf, withUsage } from './usage.ts'
