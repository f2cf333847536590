export { editJson5 } from './edit-json5.ts'
export type { EditedJson5, Json5Edit, Json5Problem, Splice } from './types.ts'
