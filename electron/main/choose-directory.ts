import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron'

const OPTIONS: OpenDialogOptions = {
  title: 'Open a state directory',
  // State directories usually are hidden folders.
  properties: ['openDirectory', 'showHiddenFiles'],
}

/** Asks for a folder; undefined when the user cancelled. */
export async function chooseDirectory(): Promise<string | undefined> {
  const [window] = BrowserWindow.getAllWindows()
  const answer = await (window === undefined ? dialog.showOpenDialog(OPTIONS) : dialog.showOpenDialog(window, OPTIONS))
  return answer.canceled ? undefined : answer.filePaths[0]
}
