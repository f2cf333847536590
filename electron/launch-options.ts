/**
 * The command line, which the desktop and the browser edition share. Parsing is pure; printing and ending the process
 * are the caller's.
 */

import { parseInstant } from './instant.ts'

export type Edition = 'desktop' | 'browser'

export interface LaunchOptions {
  /** The state directory, support bundle or log to open; absent means the usual directory. Relative paths are the caller's to resolve. */
  readonly directory?: string
  /** The instant that the host's clock shows when it starts; absent means the real time. */
  readonly startsAtMs?: number
  /** Where the browser edition listens; 0 means any free port. */
  readonly port: number
  /** Whether the browser edition opens its page in the default browser. */
  readonly opensBrowser: boolean
  /** Opens the built-in example directory. */
  readonly showsExample: boolean
}

export type LaunchRequest =
  | { readonly kind: 'run'; readonly options: LaunchOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'mistake'; readonly message: string }

const HELP_TEXT = `Switchyard: see, explain and steer which account and model serves next.

Usage: npm start -- [path] [options]     the desktop app
       npm run web -- [path] [options]   the same console in a browser

path               the state directory, support bundle or log to open; without it,
                   the usual directory
--example          open the built-in example instead
--at <time>        start the clock at this instant and let it run on from there:
                   an ISO time such as 2026-07-01T12:00:00Z, or epoch milliseconds
--port <number>    browser edition: listen on this port; without it, on any free one
--no-open          browser edition: print the address, open no browser
--help             show this text
`

/**
 * Chromium and Electron take switches of their own from the same command line, hundreds of them, and remove none. These
 * families cover what people, test tools and operating systems really pass. Their values are always part of the same
 * argument (\`--name=value\`).
 */
const FOREIGN_SWITCHES =
  /^--(no-sandbox|no-zygote|no-first-run|in-process-gpu|user-data-dir|inspect|remote-(debugging|allow)|disable-|enable-|force-|gpu-|use-(gl|angle)|ozone-|js-flags|lang|log-|v(module)?\b|proxy-|host-|password-store|class|gtk-version|trace-|allow-file-access-from-files|original-process-start-time|single-process|headless|auto-)/

/** Understands the arguments that follow the program (and, where there is one, the application's folder). */
export function parseLaunchOptions(args: readonly string[], edition: Edition): LaunchRequest {
  let directory: string | undefined
  let startsAtMs: number | undefined
  let port = 0
  let opensBrowser = true
  let showsExample = false

  const rest = [...args]
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (edition === 'desktop' && (FOREIGN_SWITCHES.test(argument) || isMacProcessSerial(argument))) continue

    const { name, value } = splitArgument(argument)
    switch (name) {
      case undefined:
        if (directory !== undefined) return mistake(`Only one directory can be opened, not also "${argument}".`)
        directory = argument
        break
      case '--help':
      case '-h':
        return { kind: 'help', text: HELP_TEXT }
      case '--example':
        showsExample = true
        break
      case '--no-open':
        opensBrowser = false
        break
      case '--at': {
        const text = value ?? rest.shift()
        startsAtMs = text === undefined ? undefined : parseInstant(text)
        if (startsAtMs === undefined) {
          return mistake(`--at needs an ISO time with zone or epoch milliseconds, not "${text ?? ''}".`)
        }
        break
      }
      case '--port': {
        const text = value ?? rest.shift() ?? ''
        port = Number(text)
        if (!/^\d{1,5}$/.test(text) || port > 65_535)
          return mistake(`--port needs a number up to 65535, not "${text}".`)
        break
      }
      default:
        return mistake(`Unknown option ${name}. Try --help.`)
    }
  }
  if (showsExample && directory !== undefined) {
    return mistake(`--example opens the built-in example, so "${directory}" cannot be opened as well.`)
  }

  return {
    kind: 'run',
    options: {
      port,
      opensBrowser,
      showsExample,
      ...(directory === undefined ? {} : { directory }),
      ...(startsAtMs === undefined ? {} : { startsAtMs }),
    },
  }
}

/**
 * The user's arguments of an Electron process: everything behind the program, and, while developing, behind the
 * application's folder, which may itself stand behind switches.
 */
export function desktopArguments(argv: readonly string[], isDefaultApp: boolean): string[] {
  const args = argv.slice(1)
  if (isDefaultApp) {
    const folderIndex = args.findIndex((argument) => !argument.startsWith('-'))
    if (folderIndex !== -1) args.splice(folderIndex, 1)
  }
  return args
}

function splitArgument(argument: string): { name?: string; value?: string } {
  if (!argument.startsWith('-') || argument === '-') return {}
  const equalsAt = argument.indexOf('=')
  if (equalsAt === -1) return { name: argument }
  return { name: argument.slice(0, equalsAt), value: argument.slice(equalsAt + 1) }
}

/** Finder adds one of these when an app is opened with a double click. */
function isMacProcessSerial(argument: string): boolean {
  return argument.startsWith('-psn_')
}

function mistake(message: string): LaunchRequest {
  return { kind: 'mistake', message }
}
