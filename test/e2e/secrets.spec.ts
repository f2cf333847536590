import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'

const CANARY = 'canary-7f3a9c51e2d84b60'

test('no secret reaches the page or what travels to it', async ({ openConsole }) => {
  const { path, remove } = temporaryFolder()
  copyFixture('2026.5.20', path)
  const profiles = {
    'alpha:key': { type: 'api_key', provider: 'alpha', key: `${CANARY}-key-0001` },
    'alpha:token': { type: 'token', provider: 'alpha', token: `${CANARY}-token-0002` },
    'alpha:oauth': {
      type: 'oauth',
      provider: 'alpha',
      access: `${CANARY}-a`,
      refresh: `${CANARY}-r`,
      idToken: `${CANARY}-i`,
      expires: 1,
    },
    'alpha:wrong': { type: 'nonsense', provider: 'alpha', key: `${CANARY}-w` },
  }
  writeFileSync(join(path, 'agents/main/agent/auth-profiles.json'), JSON.stringify({ version: 1, profiles }))
  writeFileSync(
    join(path, 'openclaw.json'),
    JSON.stringify({
      models: { providers: { alpha: { apiKey: CANARY, headers: { 'x-key': CANARY } } } },
      env: { KEY: CANARY },
    }),
  )

  const { page } = await openConsole({ directory: path })
  await page.addInitScript(recordMessages)
  await page.reload()
  const console = new ConsolePage(page)
  await console.ready('Home')
  await console.go('Accounts')
  await page.getByRole('button', { name: 'Details of alpha:key' }).click()

  const received = await page.evaluate(() => (globalThis as unknown as { received: string[] }).received.join('\n'))
  expect(received).toContain('alpha:key')
  const shown = await page.content()
  expect(shown).toContain('0001')
  for (const text of [shown, received]) expect(text).not.toContain(CANARY.slice(0, 12))
  remove()
})

/** Runs in the page before anything else: keeps a copy of whatever a socket or a port brings. */
function recordMessages(): void {
  const received: string[] = []
  ;(globalThis as unknown as { received: string[] }).received = received
  const listen = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function record(this: EventTarget, type, listener, options) {
    if (type === 'message') {
      listen.call(this, type, (event) => {
        const { data } = event as MessageEvent<unknown>
        received.push(typeof data === 'string' ? data : JSON.stringify(data))
      })
    }
    listen.call(this, type, listener, options)
  }
}
