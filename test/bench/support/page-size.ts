import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const SCRIPTS = /(?:src|href)="\/([^"]+\.js)"/g

/** The scripts that a browser fetches before it can show the first screen, packed, in kB. */
export function firstScriptsKb(rendererFolder: string): number {
  const page = readFileSync(join(rendererFolder, 'index.html'), 'utf8')
  const named = [...page.matchAll(SCRIPTS)].map(([, name = '']) => readFileSync(join(rendererFolder, name)))
  return named.reduce((sum, content) => sum + gzipSync(content).length, 0) / 1000
}
