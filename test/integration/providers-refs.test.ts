import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRefResolver, type RefResolverOptions, type Resolved } from '../../electron/providers/index.ts'
import type { SecretRef } from '../../shared/engine/index.ts'
import { fakeSecretCommand } from '../support/provider-secret-command.ts'

const CANARY = 'made-up-canary-0123456789'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'providers-refs-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const at = (name: string): string => path.join(folder, name)

async function file(name: string, content: string | Buffer, mode = 0o600): Promise<string> {
  await writeFile(at(name), content)
  await chmod(at(name), mode)
  return at(name)
}

async function resolve(
  ref: SecretRef,
  providers: unknown,
  options: Partial<RefResolverOptions> = {},
): Promise<Resolved> {
  const resolver = createRefResolver({
    config: { secrets: { providers } },
    env: {},
    mayRunCommands: true,
    openVaultSecret: async () => null,
    ...options,
  })
  const resolved = await resolver(ref)
  if ('problem' in resolved) expect(inspect(resolved, { depth: 9 })).not.toContain(CANARY)
  return resolved
}

const code = (resolved: Resolved): string => ('problem' in resolved ? resolved.problem.code : 'resolved')

describe('variables', () => {
  const ref: SecretRef = { source: 'env', provider: 'default', id: 'SOME_KEY' }

  test('are read, with or without a provider in the configuration', async () => {
    const env = { SOME_KEY: ` ${CANARY}\n` }
    expect(await resolve(ref, undefined, { env })).toEqual({ secret: CANARY })
    expect(await resolve(ref, { default: { source: 'env' } }, { env })).toEqual({ secret: CANARY })
  })

  test('are only read where the allowlist has them', async () => {
    const env = { SOME_KEY: CANARY }
    expect(code(await resolve(ref, { default: { source: 'env', allowlist: ['SOME_KEY'] } }, { env }))).toBe('resolved')
    expect(code(await resolve(ref, { default: { source: 'env', allowlist: [] } }, { env }))).toBe(
      'variable_not_allowed',
    )
  })

  test.each([{}, { SOME_KEY: '' }, { SOME_KEY: ' ' }])('%j: the variable is missing, and named', async (env) => {
    const resolved = await resolve(ref, {}, { env })
    expect(resolved).toMatchObject({
      problem: { code: 'variable_missing', message: expect.stringContaining('SOME_KEY') },
    })
  })

  test('names that every object has are not set', async () => {
    expect(code(await resolve({ ...ref, id: 'CONSTRUCTOR' }, {}))).toBe('variable_missing')
  })
})

test.each([
  { source: 'env', provider: 'default', id: 'lower' },
  { source: 'env', provider: 'Bad Alias', id: 'A' },
  { source: 'file', provider: 'vault', id: 'relative/pointer' },
  { source: 'exec', provider: 'vault', id: 'a/../b' },
  { source: 'exec', provider: 'vault', id: '-rf' },
] satisfies SecretRef[])('%j is not written correctly', async (ref) => {
  expect(code(await resolve(ref, {}))).toBe('invalid_ref')
})

test('a reference without an alias means the default of its source', async () => {
  const resolver = createRefResolver({
    config: {
      secrets: {
        defaults: { file: 'main' },
        providers: { main: { source: 'file', path: await file('s', CANARY), mode: 'singleValue' } },
      },
    },
    env: {},
    mayRunCommands: false,
    openVaultSecret: async () => null,
  })
  expect(await resolver({ source: 'file', provider: 'default', id: 'value' })).toEqual({ secret: CANARY })
})

test('a provider that is not there, or of another source, is told', async () => {
  const ref: SecretRef = { source: 'file', provider: 'main', id: 'value' }
  expect(code(await resolve(ref, {}))).toBe('unknown_provider')
  expect(code(await resolve(ref, { main: { source: 'env' } }))).toBe('wrong_source')
  expect(code(await resolve({ ...ref, provider: 'constructor' }, {}))).toBe('unknown_provider')
})

describe('files', () => {
  const ref: SecretRef = { source: 'file', provider: 'main', id: '/providers/a~1b/k~0y' }
  const whole: SecretRef = { ...ref, id: 'value' }
  const provider = (entry: object): unknown => ({ main: { source: 'file', ...entry } })

  test('give what a pointer names, or their one value', async () => {
    const document = { providers: { 'a/b': { 'k~y': CANARY, list: ['x', CANARY] } } }
    const json = provider({ path: await file('s.json', `\uFEFF${JSON.stringify(document)}`) })
    expect(await resolve(ref, json)).toEqual({ secret: CANARY })
    expect(await resolve({ ...ref, id: '/providers/a~1b/list/1' }, json)).toEqual({ secret: CANARY })
    const single = provider({ path: await file('s.txt', `${CANARY}\r\n`), mode: 'singleValue' })
    expect(await resolve(whole, single)).toEqual({ secret: CANARY })
    expect(code(await resolve(ref, single))).toBe('invalid_ref')
  })

  test.each([
    ['/providers/none', 'pointer_missing'],
    ['/providers/constructor', 'pointer_missing'],
    ['/providers/a~1b', 'not_text'],
    ['value', 'pointer_missing'],
  ])('with nothing usable at %s: %s', async (id, expected) => {
    const json = provider({ path: await file('s.json', JSON.stringify({ providers: { 'a/b': { 'k~y': CANARY } } })) })
    expect(code(await resolve({ ...ref, id }, json))).toBe(expected)
  })

  test('that are no JSON are told without their content', async () => {
    expect(code(await resolve(ref, provider({ path: await file('s', `{"key": ${CANARY}`) })))).toBe('file_not_json')
    expect(code(await resolve(ref, provider({ path: await file('l', `["${CANARY}"]`) })))).toBe('file_not_json')
  })

  test('larger than they may be are not read', async () => {
    const small = await file('s', CANARY)
    expect(code(await resolve(whole, provider({ path: small, mode: 'singleValue', maxBytes: 10 })))).toBe(
      'file_too_large',
    )
    const large = await file('large', Buffer.alloc(1024 * 1024 + 1, 'x'))
    expect(code(await resolve(whole, provider({ path: large, mode: 'singleValue', maxBytes: 1e9 })))).toBe(
      'file_too_large',
    )
  })

  test('that others may read are refused, unless the configuration allows it', async () => {
    const open = await file('s', CANARY, 0o644)
    const refused = await resolve(whole, provider({ path: open, mode: 'singleValue' }))
    expect(refused).toMatchObject({
      problem: { code: 'file_unusable', message: expect.stringContaining('other users') },
    })
    expect(await resolve(whole, provider({ path: open, mode: 'singleValue', allowInsecurePath: true }))).toEqual({
      secret: CANARY,
    })
  })

  test('that are links, folders, pipes or not there are refused', async () => {
    await symlink(await file('s', CANARY), at('link'))
    await mkdir(at('folder'))
    execFileSync('/usr/bin/mkfifo', ['-m', '600', at('pipe')])
    for (const name of ['link', 'folder', 'pipe', 'none'])
      expect(code(await resolve(whole, provider({ path: at(name), mode: 'singleValue' })))).toBe('file_unusable')
    expect(code(await resolve(whole, provider({ path: 'relative', mode: 'singleValue' })))).toBe('file_unusable')
    expect(code(await resolve(whole, provider({ mode: 'singleValue' })))).toBe('file_unusable')
  })

  test('that are empty give no secret', async () => {
    expect(code(await resolve(whole, provider({ path: await file('s', ' \n'), mode: 'singleValue' })))).toBe('empty')
  })
})

describe('commands', () => {
  const ref: SecretRef = { source: 'exec', provider: 'vault', id: 'providers/openai' }
  const provider = (entry: object): unknown => ({ vault: { source: 'exec', timeoutMs: 30_000, ...entry } })

  test('are asked by the documented protocol, without a shell and with no other environment', async () => {
    const command = await fakeSecretCommand(folder, { values: { [ref.id]: CANARY } })
    const entry = { command, args: ['--profile', '$HOME; exit 1'], passEnv: ['PASSED', 'UNSET'], env: { FIXED: 'yes' } }
    const env = { PASSED: 'p', OTHER: CANARY, PATH: '/nowhere' }
    expect(await resolve(ref, provider(entry), { env })).toEqual({ secret: CANARY })
    const seen = JSON.parse(await readFile(at('seen.json'), 'utf8'))
    expect(seen).toMatchObject({
      request: { protocolVersion: 1, provider: 'vault', ids: [ref.id] },
      args: ['--profile', '$HOME; exit 1'],
      cwd: folder,
    })
    expect(seen.env).toMatchObject({ PASSED: 'p', FIXED: 'yes' })
    expect(Object.keys(seen.env)).not.toContain('OTHER')
    expect(Object.keys(seen.env)).not.toContain('PATH')
  })

  test('are not run where that is not allowed', async () => {
    const command = await fakeSecretCommand(folder, { values: { [ref.id]: CANARY } })
    expect(code(await resolve(ref, provider({ command }), { mayRunCommands: false }))).toBe('commands_not_allowed')
    await expect(readFile(at('seen.json'))).rejects.toThrow('ENOENT')
  })

  test.each([
    ['another version', { protocolVersion: 2, values: { [ref.id]: CANARY } }],
    ['no such value', { values: {}, errors: { [ref.id]: { message: CANARY } } }],
    ['no JSON', `not json ${CANARY}`],
    ['nothing', ''],
  ])('that answer with %s give no secret', async (_name, answer) => {
    const command = await fakeSecretCommand(folder, answer)
    expect(code(await resolve(ref, provider({ command })))).toBe('command_output')
  })

  test('may print the bare secret where the configuration says so', async () => {
    const command = await fakeSecretCommand(folder, `${CANARY}\n`)
    expect(await resolve({ ...ref, id: 'value' }, provider({ command, jsonOnly: false }))).toEqual({ secret: CANARY })
  })

  test('that fail, hang or flood are ended and told, with nothing that they printed', async () => {
    const failing = await file('failing', `#!/bin/sh\necho ${CANARY}\necho ${CANARY} >&2\nexit 3\n`, 0o700)
    expect(code(await resolve(ref, provider({ command: failing })))).toBe('command_failed')
    // What the script started keeps its output open; both are ended.
    const flood = 'while :; do echo xxxxxxxxxxxxxxxxxxxx; done'
    const flooding = await file('flooding', `#!/bin/sh\n/bin/sleep 600 &\necho $! > "$PIDFILE"\n${flood}\n`, 0o700)
    const entry = { command: flooding, maxOutputBytes: 1000, env: { PIDFILE: at('pid') } }
    expect(code(await resolve(ref, provider(entry)))).toBe('command_output')
    await expectEnded(Number(await readFile(at('pid'), 'utf8')))
    const silent = await file('silent', '#!/bin/sh\nexec /bin/sleep 600\n', 0o700)
    expect(code(await resolve(ref, provider({ command: silent, noOutputTimeoutMs: 50 })))).toBe('command_timeout')
    expect(code(await resolve(ref, provider({ command: silent, timeoutMs: 50 })))).toBe('command_timeout')
    const broken = await file('broken', '#!/nonexistent/interpreter\n', 0o700)
    expect(code(await resolve(ref, provider({ command: broken })))).toBe('command_failed')
    expect(code(await resolve(ref, provider({ command: broken, args: [`${CANARY}\0`] })))).toBe('command_failed')
  })

  test('that do not read what they are asked still answer', async () => {
    const answer = JSON.stringify({ protocolVersion: 1, values: { [ref.id]: CANARY } })
    const command = await file('deaf', `#!/bin/sh\nexec <&-\necho '${answer}'\n`, 0o700)
    expect(await resolve(ref, provider({ command }))).toEqual({ secret: CANARY })
  })

  test('must be files of their own, in a trusted folder, that nobody else may change', async () => {
    const command = await fakeSecretCommand(folder, { values: { [ref.id]: CANARY } })
    await symlink(command, at('link'))
    expect(code(await resolve(ref, provider({ command: at('link') })))).toBe('command_unusable')
    expect(code(await resolve(ref, provider({ command: at('link'), allowSymlinkCommand: true })))).toBe('resolved')
    expect(code(await resolve(ref, provider({ command, trustedDirs: ['/nonexistent'] })))).toBe('command_unusable')
    expect(code(await resolve(ref, provider({ command, trustedDirs: [folder] })))).toBe('resolved')
    expect(code(await resolve(ref, provider({ command: 'sh' })))).toBe('command_unusable')
    expect(code(await resolve(ref, provider({ command: folder })))).toBe('command_unusable')
    await chmod(command, 0o777)
    expect(code(await resolve(ref, provider({ command })))).toBe('command_unusable')
    expect(code(await resolve(ref, provider({ command, allowInsecurePath: true })))).toBe('resolved')
  })
})

describe('the vault', () => {
  const ref: SecretRef = { source: 'store', provider: 'switchyard', id: 'SY_0123456789ABCDEF0123456789ABCDEF' }

  test('gives what it holds', async () => {
    const openVaultSecret = async (id: string) => (id === ref.id ? CANARY : null)
    expect(await resolve(ref, {}, { openVaultSecret })).toEqual({ secret: CANARY })
    expect(code(await resolve({ ...ref, id: 'SY_OTHER' }, {}, { openVaultSecret }))).toBe('vault_missing')
  })

  test('of OpenClaw cannot be opened', async () => {
    expect(code(await resolve({ ...ref, provider: 'default' }, {}))).toBe('store_unsupported')
  })

  test('that fails is told without what it said', async () => {
    const openVaultSecret = async () => {
      throw new Error(CANARY)
    }
    expect(code(await resolve(ref, {}, { openVaultSecret }))).toBe('unresolvable')
  })
})

/** A process that was killed may stay in the list until its parent has noticed. */
async function expectEnded(pid: number): Promise<void> {
  await expect
    .poll(async () => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')
      return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
    })
    .toBe('Z')
}
