import { BrowserWindow, type WebContents } from 'electron'

import { bringToFront, openConsoleWindow } from './window.ts'

/** The windows of the app, each with the console that it shows. */
export interface ConsoleWindows {
  /** Opens a window for a console that has none. */
  open(consoleId: string, onClosed?: () => void): void
  /** Brings the window of a console to the front; false: it has none. */
  focus(consoleId: string): boolean
  /** Brings the window to the front that was used last. */
  focusLatest(): void
  /** The console that a page belongs to; null: it is not in one of these windows. */
  consoleOf(contents: WebContents): string | null
  /** The window of a console; without an id, the one that was used last. */
  windowOf(consoleId?: string): BrowserWindow | null
}

export function createConsoleWindows(): ConsoleWindows {
  /** The one that was used last stands last. */
  const idsByWindow = new Map<BrowserWindow, string>()

  function windowOf(consoleId?: string): BrowserWindow | null {
    const entries = [...idsByWindow]
    return entries.findLast(([, id]) => consoleId === undefined || id === consoleId)?.[0] ?? null
  }

  return {
    open(consoleId, onClosed) {
      const window = openConsoleWindow(windowOf())
      idsByWindow.set(window, consoleId)
      window.on('focus', () => {
        idsByWindow.delete(window)
        idsByWindow.set(window, consoleId)
      })
      window.once('closed', () => {
        idsByWindow.delete(window)
        onClosed?.()
      })
    },
    focus(consoleId) {
      const window = windowOf(consoleId)
      if (window !== null) bringToFront(window)
      return window !== null
    },
    focusLatest() {
      const window = windowOf()
      if (window !== null) bringToFront(window)
    },
    consoleOf(contents) {
      const window = BrowserWindow.fromWebContents(contents)
      return window === null ? null : (idsByWindow.get(window) ?? null)
    },
    windowOf,
  }
}
