import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { ElectronApplication, Page } from '@playwright/test'

export interface ConsoleOptions {
  /** The state directory to open. */
  readonly directory?: string
  /** Opens the built-in example. */
  readonly example?: boolean
  /** The instant that the host's clock starts at: an ISO time with zone, or epoch milliseconds. */
  readonly at?: string | number
  /** Inner size of the window. */
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  readonly reducedMotion?: boolean
  /** IANA zone of host and page. */
  readonly zone?: string
  /** The user's home folder; by default an empty one, so that no test sees the real one. */
  readonly home?: string
}

export interface OpenedConsole {
  readonly page: Page
  /** The desktop app, for specs about itself. */
  readonly app?: ElectronApplication
  /** The folder of this opening alone, with its browser profile and, unless one was given, its home. */
  readonly scratch: string
  /** What its process has printed so far. */
  output(): string
  /** Ends the host alone; only in the browser edition, whose page lives on without it. */
  readonly stopHost?: () => Promise<void>
  close(): Promise<void>
}

export const DEFAULT_SIZE = { width: 1280, height: 860 } as const

export function windowSize(options: ConsoleOptions): { width: number; height: number } {
  return { width: options.width ?? DEFAULT_SIZE.width, height: options.height ?? DEFAULT_SIZE.height }
}

/** The console's command line, the same for both editions. */
export function consoleArguments(options: ConsoleOptions): string[] {
  return [
    ...(options.directory === undefined ? [] : [options.directory]),
    ...(options.example === true ? ['--example'] : []),
    ...(options.at === undefined ? [] : ['--at', String(options.at)]),
  ]
}

/** This process's environment, less what would let a test see the machine's own state directories or zone. */
export function consoleEnvironment(options: ConsoleOptions, home: string): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('OPENCLAW_'),
  )
  return { ...Object.fromEntries(inherited), HOME: home, USERPROFILE: home, TZ: options.zone ?? 'UTC' }
}

/** A folder for one opened console: its home and its profile. */
export async function createScratchFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-e2e-'))
  // A browser may still write for a moment after it has closed.
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) }
}
