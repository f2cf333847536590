import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'

const A_DIRECTORY: OpenDialogOptions = {
  title: 'Open a state directory',
  // State directories usually are hidden folders.
  properties: ['openDirectory', 'showHiddenFiles'],
}

const A_BUNDLE: OpenDialogOptions = {
  title: 'Open a support bundle',
  filters: [{ name: 'Support bundles', extensions: ['zip'] }],
  properties: ['openFile'],
}

/**
 * Asks for a folder; undefined when the user cancelled.
 *
 * @param window the one that the dialog belongs to, if any
 */
export function chooseDirectory(window: BrowserWindow | null): Promise<string | undefined> {
  return choose(A_DIRECTORY, window)
}

/** The same for the file of a support bundle. */
export function chooseBundle(window: BrowserWindow | null): Promise<string | undefined> {
  return choose(A_BUNDLE, window)
}

async function choose(options: OpenDialogOptions, window: BrowserWindow | null): Promise<string | undefined> {
  const answer = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options))
  return answer.canceled ? undefined : answer.filePaths[0]
}
