import path from 'node:path'

import { app, session } from 'electron'

import { FIRST_CONSOLE } from '../consoles/first-console.ts'
import { desktopArguments, parseLaunchOptions, type LaunchOptions } from '../launch-options.ts'
import { createConsoleWindows, type ConsoleWindows } from './console-windows.ts'
import type { HostService } from './host-service.ts'
import { installMenu } from './menu.ts'
import { registerAppScheme, serveApp } from './protocol.ts'
import { acceptRpcPorts } from './rpc-port.ts'
import { askedDirectory, instanceFacts } from './second-instance.ts'
import { surviveUnexpectedErrors } from './unexpected-errors.ts'
import { denyPermissions, guardAllWebContents } from './web-contents-guard.ts'

const QUIT_GRACE_MS = 3_000

/** The desktop edition's entry: understands the command line and, unless it only asks something, starts the app. */
const request = parseLaunchOptions(desktopArguments(process.argv, process.defaultApp ?? false), 'desktop')

if (request.kind === 'help') {
  process.stdout.write(request.text)
  app.exit(0)
} else if (request.kind === 'mistake') {
  process.stderr.write(`${request.message}\n`)
  app.exit(2)
} else if (!app.requestSingleInstanceLock(instanceFacts(request))) {
  // The running instance has come to the front, and shows what was asked for.
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
  const windows = createConsoleWindows()
  app.on('window-all-closed', () => app.quit())

  app.once('ready', () => {
    denyPermissions(session.defaultSession)
    serveApp(session.defaultSession, path.join(import.meta.dirname, '..', 'renderer'))
    // The window first: the page loads while the host opens the directory.
    windows.open(FIRST_CONSOLE)
    startHost(options, windows)
  })
}

/** The page may ask for its connection before the host is there: its calls wait in the port. */
function startHost(options: LaunchOptions, windows: ConsoleWindows): void {
  const starting = import('./host-service.ts').then(({ startHostService }) => startHostService(options, windows))
  const withHost = (task: (host: HostService) => Promise<void>): void => void starting.then(task)
  acceptRpcPorts(windows, (port, consoleId) => {
    // Without a host the page sees its connection end, instead of waiting for ever.
    void starting.then(
      (host) => host.serve(port, consoleId),
      () => port.close(),
    )
  })
  app.on('second-instance', (_event, _args, _folder, facts) => {
    const directory = askedDirectory(facts)
    if (directory === null) windows.focusLatest()
    else withHost((host) => host.openBeside(directory))
  })
  installMenu({
    newWindow: () => withHost((host) => host.openBeside(null)),
    openDirectory: () => withHost((host) => host.chooseDirectory()),
  })
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
