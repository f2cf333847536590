import path from 'node:path'
import { PROJECT_FOLDER } from '../../../electron/scripts/project-folders.ts'
import type { ConsoleOptions } from './console-options.ts'

/** Where the picture of a screen goes, to be looked at. */
export function pictureFile(edition: string, name: string, { theme, width }: ConsoleOptions): string {
  return path.join(PROJECT_FOLDER, 'test-output', 'screenshots', `${edition}-${name}-${theme}-${width}.png`)
}

/** The sizes of a window that every screen is looked at in. */
export const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 400, height: 860 },
] as const
