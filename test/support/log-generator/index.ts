/** Realistic logs of any size, made by the engine itself: the same seed always gives the same log. */
export { logLines, type LogForm, type LogLine, type LogOptions } from './log-lines.ts'
export type { GeneratedRun, TrafficOptions } from './traffic.ts'
export { writeLog, type WrittenLog } from './write-log.ts'
