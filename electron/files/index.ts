/** Writing files of others: replaced in one step, copied before, locked by their owner's protocol. */
export { backupFile } from './backup-file.ts'
export { withFileLock, type HeldLock, type LockOptions } from './file-lock.ts'
export { inTurn } from './in-turn.ts'
export { prepareReplacement, replaceFile, type ReplaceOptions, type Replacement } from './replace-file.ts'
export { realWaiting, type Waiting } from './waiting.ts'
export { writeFailureOf, WriteFailure, type WriteFailureKind } from './write-failure.ts'
