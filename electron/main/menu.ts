import { app, Menu, type MenuItemConstructorOptions } from 'electron'

export interface MenuActions {
  readonly newWindow: () => void
  readonly openDirectory: () => void
}

/** A plain menu: what the page cannot offer by itself, and the shortcuts that people expect of any app. */
export function installMenu(actions: MenuActions): void {
  const isMac = process.platform === 'darwin'
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        { label: 'New Window', accelerator: 'CmdOrCtrl+N', click: actions.newWindow },
        { label: 'Open Directory…', accelerator: 'CmdOrCtrl+O', click: actions.openDirectory },
        { type: 'separator' },
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        ...(app.isPackaged ? [] : developmentItems()),
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

function developmentItems(): MenuItemConstructorOptions[] {
  return [{ role: 'reload' }, { role: 'toggleDevTools' }, { type: 'separator' }]
}
