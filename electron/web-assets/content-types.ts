import path from 'node:path'

const CONTENT_TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** An unknown extension is served as something no browser executes or displays. */
export function contentTypeOf(filePath: string): string {
  return CONTENT_TYPE_BY_EXTENSION[path.extname(filePath).toLowerCase()] ?? 'application/octet-stream'
}

export function hasKnownExtension(filePath: string): boolean {
  return path.extname(filePath).toLowerCase() in CONTENT_TYPE_BY_EXTENSION
}
