export { isExempt, unusableUntil } from './unusable-until.ts'
export { recordedWindows, windowsOf } from './windows.ts'
export type * from './types.ts'
