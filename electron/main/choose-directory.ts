import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron'

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

/** Asks for a folder; undefined when the user cancelled. */
export function chooseDirectory(): Promise<string | undefined> {
  return choose(A_DIRECTORY)
}

/** Asks for the file of a support bundle; undefined when the user cancelled. */
export function chooseBundle(): Promise<string | undefined> {
  return choose(A_BUNDLE)
}

async function choose(options: OpenDialogOptions): Promise<string | undefined> {
  const [window] = BrowserWindow.getAllWindows()
  const answer = await (window === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options))
  return answer.canceled ? undefined : answer.filePaths[0]
}
