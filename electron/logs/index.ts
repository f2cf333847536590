/** Logs as OpenClaw writes them, and as people keep them: their bytes in, events out. Nothing is stored here. */
export { addCounts, NO_COUNTS } from './counts.ts'
export {
  agentOfSession,
  createProfileNames,
  createRunKeys,
  parentOf,
  sessionIdOf,
  sessionOfLane,
  type ParentHints,
  type ProfileNames,
  type RunKeys,
  type RunMember,
} from './correlation.ts'
export type * from './events.ts'
export { followLog, type FollowBatch, type FollowOptions, type LogPosition } from './follow.ts'
export { createLogScanner, type LogScanner, type ScannerOptions } from './log-scanner.ts'
export { readLog, type LogBatch, type LogInput, type ReadLogOptions } from './read-source.ts'
export { isLogName } from './sources/file-names.ts'
export { filesOf, UnreadableSource } from './sources/files-of.ts'
export type { UnpackLimits } from './sources/pieces.ts'
export { LOG_DATE, logOn, usualLog, type LogPlaces } from './usual-log.ts'
