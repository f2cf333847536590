import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const SOURCES = /(?:src|href)="\/([^"]+\.(?:js|css))"/g

/** What a browser fetches before it can show the first screen, packed, in kB: the page and everything that it names. */
export function firstPageKb(rendererFolder: string): number {
  const page = readFileSync(join(rendererFolder, 'index.html'), 'utf8')
  const named = [...page.matchAll(SOURCES)].map(([, name = '']) => readFileSync(join(rendererFolder, name)))
  return [Buffer.from(page), ...named].reduce((sum, content) => sum + gzipSync(content).length, 0) / 1000
}
