import path from 'node:path'

import { app, BrowserWindow, nativeTheme } from 'electron'

import { VERSION_ARGUMENT } from '../preload/bridge.ts'
import { APP_URL } from './origin.ts'

const DEFAULT_SIZE = { width: 1280, height: 860 } as const
const MINIMUM_SIZE = { minWidth: 640, minHeight: 480 } as const
/** How far a new window is moved from the one it comes from, in either direction, so that both are seen. */
const OFFSET = 32

/** What the page paints first in either theme, so that nothing flashes before it has. */
const BACKGROUND = { light: '#f7f7f5', dark: '#16181b' } as const

/**
 * Opens a window for a console. It shows itself with its first content on it.
 *
 * @param origin the window that it comes from, if any
 */
export function openConsoleWindow(origin: BrowserWindow | null): BrowserWindow {
  const window = new BrowserWindow({
    ...DEFAULT_SIZE,
    ...MINIMUM_SIZE,
    ...placeBeside(origin),
    title: 'Switchyard',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: path.join(import.meta.dirname, '..', 'preload', 'preload.js'),
      additionalArguments: [VERSION_ARGUMENT + app.getVersion()],
      // The defaults of today, set all the same: each of them is a wall that the console stands on.
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  // A closed window ends the load; that is nobody's error.
  window.loadURL(APP_URL).catch(() => undefined)
  return window
}

function placeBeside(origin: BrowserWindow | null): { readonly x: number; readonly y: number } | object {
  if (origin === null) return {}
  const { x, y } = origin.getNormalBounds()
  return { x: x + OFFSET, y: y + OFFSET }
}

/** Brings a window to the user, from wherever it is. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
