import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { RPCHandler } from '@orpc/server/message-port'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { createHost } from '../../electron/host/index.ts'
import { copyFixture, temporaryFolder, type FixtureVersion } from '../support/fixture-copy.ts'
import { followState, type HostClient } from '../support/state-follower.ts'

/**
 * Secrets planted wherever a state directory can hold one. Each begins with the same mark and ends differently; four of its last
 * characters may be shown, a fifth or the mark may not.
 */
const MARK = 'CANARY5EED'
const planted: string[] = []

function canary(): string {
  const tail = (0x1_0000 + planted.length * 7919).toString(36).toUpperCase().padStart(4, 'Z')
  const secret = `${MARK}-abcdefgh-${planted.length}-q${tail}`
  planted.push(secret)
  return secret
}

function credentials(provider: string): object {
  const expires = Date.now() + 3_600_000
  return {
    version: 1,
    profiles: {
      [`${provider}:key`]: { type: 'api_key', provider, key: canary(), metadata: { note: canary() } },
      [`${provider}:padded`]: { type: 'api_key', provider, key: ` ${canary()} ` },
      [`${provider}:lines`]: { type: 'api_key', provider, key: `${canary()}\n│${canary()}` },
      [`${provider}:alias`]: { mode: 'api_key', provider, apiKey: canary() },
      [`${provider}:unread`]: { type: 'api_key', provider, api_key: canary() },
      [`${provider}:object`]: { type: 'api_key', provider, key: { value: canary() } },
      [`${provider}:token`]: { type: 'token', provider, token: canary(), expires },
      [`${provider}:both`]: { type: 'token', provider, token: canary(), tokenRef: { source: 'env', id: 'SOME_TOKEN' } },
      [`${provider}:oauth`]: {
        type: 'oauth',
        provider,
        access: canary(),
        refresh: canary(),
        idToken: canary(),
        clientId: canary(),
        expires,
        email: 'demo@example.com',
      },
      [`${provider}:expires`]: { type: 'oauth', provider, access: canary(), refresh: canary(), expires: canary() },
      [`${provider}:setup`]: {
        type: 'api_key',
        provider,
        key: canary(),
        setup: { replacement: true, configJson: canary() },
      },
      [`${provider}:type`]: { type: canary(), provider, key: canary() },
      [`${provider}:list`]: [canary()],
      [`${provider}:text`]: canary(),
    },
    // Routing state of the oldest releases lies in the same file.
    usageStats: { [`${provider}:key`]: { lastUsed: canary(), cooldownReason: canary(), note: canary() } },
  }
}

function configWithSecrets(): string {
  return `{
    // ${canary()}
    env: { ALPHA_KEY: '${canary()}' },
    auth: { profiles: { 'alpha:embedded': { provider: 'alpha', mode: 'api_key', key: '${canary()}', token: '${canary()}' } } },
    models: { providers: { alpha: { apiKey: '${canary()}', headers: { authorization: 'Bearer ${canary()}' },
      baseUrl: 'https://user:${canary()}@example.com/v1', models: [{ id: 'big' }] } } },
    agents: { defaults: { model: 'alpha/big' }, list: [{ id: 'main' }] },
    channels: { telegram: { botToken: '${canary()}' } },
  }`
}

function plantStore(version: FixtureVersion, path: string): void {
  const agentFolder = join(path, 'agents', 'main', 'agent')
  const text = JSON.stringify(credentials('alpha'))
  if (version === '2026.5.20') {
    writeFileSync(join(agentFolder, 'auth-profiles.json'), text)
    return
  }
  const database = new Database(join(agentFolder, 'openclaw-agent.sqlite'))
  database.prepare("INSERT OR REPLACE INTO auth_profile_store VALUES ('primary', ?, 1)").run(text)
  database.close()
  if (version !== '2026.9.6') return
  const shared = new Database(join(path, 'state', 'openclaw.sqlite'))
  shared
    .prepare("UPDATE config_machine_state SET value_json = ? WHERE state_key = 'authProfiles.store'")
    .run(JSON.stringify(credentials('beta')))
  shared.close()
}

/** Files that hold secrets and cannot be read, or not any more: their problems quote nothing. */
function plantBrokenFiles(version: FixtureVersion, path: string): void {
  const folder = join(path, 'agents', 'broken', 'agent')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'auth-profiles.json'),
    `{"version":1,"profiles":{"a:b":{"type":"api_key","key":"${canary()}`,
  )
  writeFileSync(join(folder, 'auth.json'), `{"alpha":{"key":"${canary()}"}}`)
  // In the JSON era a database would be taken for a sign of a later one.
  if (version !== '2026.5.20') writeFileSync(join(folder, 'openclaw-agent.sqlite'), canary().repeat(100))
  mkdirSync(join(path, 'credentials'), { recursive: true })
  writeFileSync(join(path, 'credentials', 'oauth.json'), `{"alpha":{"access":"${canary()}","refresh":"${canary()}"`)
  mkdirSync(join(path, 'agents', 'main', 'sessions'), { recursive: true })
  writeFileSync(
    join(path, 'agents', 'main', 'sessions', 'sessions.json'),
    JSON.stringify({ 'agent:main:x': { updatedAt: 1, model: 'big', systemPrompt: canary(), token: canary() } }),
  )
}

/** The transport sends text; anything else would hide from the search below. */
function asText(data: unknown): string {
  if (typeof data !== 'string') throw new Error('A message that is not text')
  return data
}

test.each(['2026.5.20', '2026.7.1', '2026.9.6'] as const)(
  'no secret in a directory of %s crosses the contract',
  async (version) => {
    const folder = temporaryFolder()
    const path = join(folder.path, 'state')
    copyFixture(version, path)
    plantStore(version, path)
    plantBrokenFiles(version, path)
    writeFileSync(join(path, 'openclaw.json'), configWithSecrets())
    const logged: unknown[] = []
    const host = createHost({
      runtime: 'node',
      version: '0.0.0-test',
      env: { ALPHA_KEY: canary() },
      homeDir: folder.path,
      initialDirectory: path,
      log: (message, error) => void logged.push(message, error),
    })
    // Everything the router emits, as it goes over the wire.
    const wire: string[] = []
    const { port1, port2 } = new MessageChannel()
    port2.on('message', (data: unknown) => void wire.push(asText(data)))
    new RPCHandler(host.router).upgrade(port1)
    port1.start()
    const client: HostClient = createORPCClient(new RPCLink({ port: port2 }))
    try {
      const feed = await followState(client)
      const { facts, problems } = await feed.opened()
      expect(facts.agents.find(({ id }) => id === 'main')?.store?.profiles.length).toBeGreaterThan(5)
      expect(problems.length).toBeGreaterThan(0)
      await client.host.info()
      writeFileSync(
        join(path, 'openclaw.json'),
        configWithSecrets().replace("model: 'alpha/big'", `model: '${canary()}`),
      )
      await feed.until(({ kind }) => kind === 'change')
      await client.directory
        .open({ path: join(folder.path, 'nowhere') })
        .catch((error: unknown) => wire.push(JSON.stringify(error)))
      await client.directory.setPolicy({ policyId: 'docs-2026.4' })
      await client.directory.reread()
    } finally {
      await host.close()
      port1.close()
      port2.close()
      folder.remove()
    }
    expect(wire.length).toBeGreaterThan(5)
    expect(logged).toEqual([])
    const text = wire.join('\n')
    expect(text).toContain('"tail')
    expect(text).not.toContain(MARK)
    for (const secret of planted) expect(text).not.toContain(secret.slice(-5))
  },
)
