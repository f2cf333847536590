/** Finding secrets that lie in plain text where they should not. */
export { scanForPlaintext } from './scan.ts'
export * from './types.ts'
