import path from 'node:path'

export const PROJECT_FOLDER = path.resolve(import.meta.dirname, '..', '..')
export const OUTPUT_FOLDER = path.join(PROJECT_FOLDER, 'dist')

export function inProject(...segments: string[]): string {
  return path.join(PROJECT_FOLDER, ...segments)
}
