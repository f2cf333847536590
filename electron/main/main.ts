import path from 'node:path'

import { app, session } from 'electron'

import { desktopArguments, parseLaunchOptions, type LaunchOptions } from '../launch-options.ts'
import { installMenu } from './menu.ts'
import { registerAppScheme, serveApp } from './protocol.ts'
import { acceptRpcPorts } from './rpc-port.ts'
import { surviveUnexpectedErrors } from './unexpected-errors.ts'
import { denyPermissions, guardAllWebContents } from './web-contents-guard.ts'
import { focusConsoleWindow, openConsoleWindow } from './window.ts'

const QUIT_GRACE_MS = 3_000

/** The desktop edition's entry: understands the command line and, unless it only asks something, starts the app. */
const request = parseLaunchOptions(desktopArguments(process.argv, process.defaultApp ?? false), 'desktop')

if (request.kind === 'help') {
  process.stdout.write(request.text)
  app.exit(0)
} else if (request.kind === 'mistake') {
  process.stderr.write(`${request.message}\n`)
  app.exit(2)
} else if (!app.requestSingleInstanceLock()) {
  // The running instance has come to the front.
  app.exit(0)
} else {
  start(request.options)
}

function start(options: LaunchOptions): void {
  surviveUnexpectedErrors()
  // The switch is for root, whose Chromium has no sandbox; enabling it regardless would end in a crash loop.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  registerAppScheme()
  guardAllWebContents()
  app.on('second-instance', focusConsoleWindow)
  app.on('window-all-closed', () => app.quit())

  app.once('ready', () => {
    denyPermissions(session.defaultSession)
    serveApp(session.defaultSession, path.join(import.meta.dirname, '..', 'renderer'))
    // The window first: the page loads while the host opens the directory.
    openConsoleWindow()
    startHost(options)
  })
}

/** The page may ask for its connection before the host is there: its calls wait in the port. */
function startHost(options: LaunchOptions): void {
  const starting = import('./host-service.ts').then(({ startHostService }) => startHostService(options))
  acceptRpcPorts((port) => {
    // Without a host the page sees its connection end, instead of waiting for ever.
    void starting.then(
      (host) => host.serve(port),
      () => port.close(),
    )
  })
  installMenu({ openDirectory: () => void starting.then((host) => host.chooseDirectory()) })
  closeBeforeQuit(() => starting.then((host) => host.close()))
}

/** Lets the host finish what it is doing, but not for longer than the grace period: quitting must always work. */
function closeBeforeQuit(close: () => Promise<void>): void {
  app.once('will-quit', (event) => {
    event.preventDefault()
    const grace = new Promise((resolve) => setTimeout(resolve, QUIT_GRACE_MS))
    void Promise.race([close(), grace]).finally(() => app.exit(0))
  })
}
