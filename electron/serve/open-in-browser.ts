import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { hasDisplay } from '../has-display.ts'

/** Browsers have read the page long before that. */
const REDIRECT_LIFETIME_MS = 60_000

/**
 * Opens the address in the default browser. It goes there by way of a file that only this user can read: on a command
 * line every user of the machine could see the key in it. Failing is no error, as the address is printed as well.
 */
export async function openInBrowser(url: string): Promise<void> {
  if (!hasDisplay()) return
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-'))
  const removeFolder = (): Promise<void> => rm(folder, { recursive: true, force: true })
  setTimeout(() => void removeFolder(), REDIRECT_LIFETIME_MS).unref()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

  const file = path.join(folder, 'open.html')
  await writeFile(file, `<!doctype html><meta http-equiv="refresh" content="0; url=${url}">\n`, { mode: 0o600 })
  const [command, ...args] = openCommand(pathToFileURL(file).href)
  spawn(command, args, { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref()
}

function openCommand(fileUrl: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', fileUrl]
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', fileUrl]
  return ['xdg-open', fileUrl]
}
