/** State directories of our own, the list of known ones, and where the console keeps its data. */
export { createOwnDirectory, type NewDirectory } from './create-own-directory.ts'
export { dataFolder } from './data-folder.ts'
export {
  createKnownDirectories,
  type KnownDirectories,
  type KnownDirectoriesOptions,
  type ListedDirectory,
} from './known-directories.ts'
export { historyFileFor, isOwnDirectory, STORE_NAME } from './own-directory.ts'
export { OwnRefused, type OwnRefusalCode } from './own-refused.ts'
