import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'
import type { Choosable } from '../host/index.ts'

const DIALOGS: Readonly<Record<Choosable, OpenDialogOptions>> = {
  directory: {
    title: 'Open a state directory',
    // State directories usually are hidden folders.
    properties: ['openDirectory', 'showHiddenFiles'],
  },
  bundle: {
    title: 'Open a support bundle',
    filters: [{ name: 'Support bundles', extensions: ['zip'] }],
    properties: ['openFile'],
  },
  log: {
    title: 'Open a log',
    filters: [
      { name: 'Logs', extensions: ['log', 'jsonl', 'ndjson', 'txt', 'gz', 'zip', 'tar', 'tgz'] },
      // A rotated log is named by its number.
      { name: 'All files', extensions: ['*'] },
    ],
    properties: ['openFile', 'showHiddenFiles'],
  },
}

/**
 * Asks the user for a path; undefined when they cancelled.
 *
 * @param window the one that the dialog belongs to, if any
 */
export async function askForPath(what: Choosable, window: BrowserWindow | null): Promise<string | undefined> {
  const options = DIALOGS[what]
  const answer = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options))
  return answer.canceled ? undefined : answer.filePaths[0]
}
