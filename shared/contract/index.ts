/**
 * What a renderer may ask a host: one typed, validated contract with a live subscription.
 *
 * A renderer imports from here with `import type` only: the contract's validators stay in the host. What it needs at run
 * time (the lists of codes) comes from `problems.ts`, `errors.ts` and `types.ts`, which import nothing.
 */
export { contract, type Contract } from './contract.ts'
export type * from './types.ts'
