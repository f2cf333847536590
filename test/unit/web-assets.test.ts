import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { respondWithAsset } from '../../electron/web-assets/index.ts'

let scratch: string
let rootFolder: string

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'switchyard-assets-'))
  rootFolder = path.join(scratch, 'renderer')
  await mkdir(path.join(rootFolder, 'assets'), { recursive: true })
  await writeFile(
    path.join(rootFolder, 'index.html'),
    '<meta property="csp-nonce" nonce="SWITCHYARD_CSP_NONCE"><script nonce="SWITCHYARD_CSP_NONCE"></script>',
  )
  await writeFile(path.join(rootFolder, 'assets', 'index-abc.js'), 'export {}')
  await writeFile(path.join(rootFolder, 'favicon.svg'), '<svg/>')
  await writeFile(path.join(rootFolder, '.hidden.js'), 'secret')
  await writeFile(path.join(scratch, 'outside.js'), 'secret')
  await writeFile(path.join(scratch, 'renderer-of-another.js'), 'secret')
  await symlink(path.join(scratch, 'outside.js'), path.join(rootFolder, 'link.js'))
})

afterAll(() => rm(scratch, { recursive: true }))

async function get(urlPath: string) {
  const { status, headers, body } = await respondWithAsset({ rootFolder, urlPath })
  return { status, headers, text: new TextDecoder().decode(body) }
}

function nonceOf({ headers }: { headers: Readonly<Record<string, string>> }): string {
  return /'nonce-([\w+/=]{20,})'/.exec(headers['Content-Security-Policy'] ?? '')?.[1] ?? 'none'
}

describe('files', () => {
  test('come with their type; names with a hash are kept by browsers, others are asked for again', async () => {
    expect(await get('/assets/index-abc.js')).toMatchObject({
      status: 200,
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'private, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      },
      text: 'export {}',
    })
    expect(await get('/favicon.svg')).toMatchObject({
      status: 200,
      headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'no-cache' },
    })
  })

  test.each([
    '/assets/absent.js',
    '/../outside.js',
    '/assets/../../outside.js',
    '/..%2foutside.js',
    '/%2e%2e/outside.js',
    '/%2e%2e%2foutside.js',
    '/%252e%252e/outside.js',
    '/..\\outside.js',
    '/..%5coutside.js',
    '/../renderer-of-another.js',
    '/link.js',
    '/.hidden.js',
    '/assets/.hidden.js',
    '//outside.js',
    '/assets/%00.js',
    '/%E0%A4%A.js',
    '/C:/outside.js',
    'outside.js',
    '',
    '/..',
    '/assets/..',
  ])('are not served for %j', async (urlPath) => {
    const { status, text } = await get(urlPath)
    expect({ status, text }).toEqual({ status: 404, text: 'Not found\n' })
  })
})

describe('the page', () => {
  test.each(['/', '/index.html', '/accounts', '/agents/main/', '/accounts/openai%3Ame%40example.com'])(
    'is what %j gets',
    async (urlPath) => {
      expect(await get(urlPath)).toMatchObject({
        status: 200,
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
      })
    },
  )

  test('has one nonce in its policy and in its content, and another one each time', async () => {
    const [first, second] = [await get('/'), await get('/')]

    expect(first.text).toBe(
      `<meta property="csp-nonce" nonce="${nonceOf(first)}"><script nonce="${nonceOf(first)}"></script>`,
    )
    expect(nonceOf(second)).not.toBe(nonceOf(first))
  })

  test('has a policy that allows what is listed here and nothing else', async () => {
    const { headers } = await respondWithAsset({ rootFolder, urlPath: '/', connectSources: ['ws://127.0.0.1:1'] })

    expect(headers['Content-Security-Policy']?.replace(/nonce-[^']+/, 'nonce').split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'nonce'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self' ws://127.0.0.1:1",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
    ])
  })
})
