/** Editing a state directory of OpenClaw, of any era, by the rules of its owner. */
export { createDirectoryEditor, type EditorOptions } from './directory-editor.ts'
export * from './documents/index.ts'
export {
  addProfileEdits,
  labelProfileEdits,
  orderEdits,
  removeProfileEdits,
  writtenOrderOf,
} from './order-in-config.ts'
export * from './types.ts'
