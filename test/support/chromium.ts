import { existsSync } from 'node:fs'

/** Where systems put a Chromium; the environment variable wins, for machines that have it elsewhere. */
const CHROMIUM_CANDIDATES = [
  process.env['SWITCHYARD_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Keeps a test browser quiet: no calls home, no first-run pages, and no GPU, whose emulation is slower than none.
 * Root cannot use the sandbox; everybody else keeps it.
 */
export const CHROMIUM_ARGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The system's Chromium or Chrome, used instead of a download that not every network allows. */
export function findChromium(): string | undefined {
  return CHROMIUM_CANDIDATES.find((candidate) => candidate !== undefined && existsSync(candidate))
}
