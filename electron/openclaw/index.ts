/** Reading and editing a state directory of OpenClaw, of any era, and noticing when it changes. */
export * from './gateway/index.ts'
export * from './edit/index.ts'
export { resolveStateDirectory } from './directory/state-directory.ts'
export { readRawConfig, readStateDirectory, type DirectoryReading } from './read-state-directory.ts'
export { watchStateDirectory, type DirectoryWatch } from './watch/watch-state-directory.ts'
