/** Reading a state directory of OpenClaw, of any era, and noticing when it changes. */
export { resolveStateDirectory } from './directory/state-directory.ts'
export { readStateDirectory, type DirectoryReading } from './read-state-directory.ts'
export { watchStateDirectory, type DirectoryWatch } from './watch/watch-state-directory.ts'
