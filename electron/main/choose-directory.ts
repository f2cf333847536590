import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'

const OPTIONS: OpenDialogOptions = {
  title: 'Open a state directory',
  // State directories usually are hidden folders.
  properties: ['openDirectory', 'showHiddenFiles'],
}

/**
 * Asks for a folder; undefined when the user cancelled.
 *
 * @param window the one that the dialog belongs to, if any
 */
export async function chooseDirectory(window: BrowserWindow | null): Promise<string | undefined> {
  const answer = await (window === null ? dialog.showOpenDialog(OPTIONS) : dialog.showOpenDialog(window, OPTIONS))
  return answer.canceled ? undefined : answer.filePaths[0]
}
