import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { json, startProviderServer } from '../support/provider-server.ts'
import { expect, test } from './fixtures.ts'
import { AccountsPage } from './pages/accounts-page.ts'
import { ConsolePage } from './pages/console-page.ts'
import { DirectoryPage } from './pages/directory-page.ts'
import { Locks } from './pages/locks.ts'
import { OrderEditor } from './pages/order-editor.ts'
import { tick } from './pages/tick.ts'
import { filesWith, heapOf, watchForSecrets } from './support/watch-secrets.ts'

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

/** Where the mark stands, with a little of what is around it: a failure should not print everything. */
const quotes = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.match(new RegExp(`.{0,60}${CANARY}.{0,30}`, 'g')) ?? [])

/** One for each thing that can be planted or typed; all begin alike. */
const secret = (name: string): string => `${CANARY}-${name}-Zq7XW`

test('whatever is done with accounts, a secret is only where it belongs', async ({ openConsole }) => {
  test.setTimeout(240_000)
  const folder = temporaryFolder()
  const provider = await startProviderServer((request, response) => {
    // As some providers do: the answer quotes what it refuses.
    const said = `Incorrect API key provided: ${request.headers.authorization ?? ''}. Extra: ${String(request.headers['x-extra'])}`
    json(401, { error: { message: said, code: 'invalid_api_key' } })(request, response)
  })
  const attached = join(folder.path, 'attached')
  const made = join(folder.path, 'made')
  plant(attached, provider.origin)
  const opened = await openConsole({ directory: attached, at: 1_796_005_260_000 })
  const { page } = opened
  const watch = await watchForSecrets(page)
  const console = new ConsolePage(page)
  const accounts = new AccountsPage(page)
  const locks = new Locks(page)
  const directories = new DirectoryPage(page)
  const typed: string[] = []
  /** By the keyboard alone: what a test hands to a page through its tools would lie in its memory by that. */
  const type = async (field: Locator, name: string): Promise<void> => {
    typed.push(secret(name))
    await field.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(secret(name))
  }
  const goneFromPage = async (): Promise<void> => {
    await watch.look()
    expect(quotes(watch.shown.slice(-2))).toEqual([])
  }

  await test.step('looking, re-checking and ordering', async () => {
    await console.ready('Home')
    await locks.recheck('alpha:key')
    await expect(locks.outcome('alpha:key')).toContainText('still refused')
    await goneFromPage()
    await console.go('Accounts')
    await page.getByRole('button', { name: 'Details of alpha:key' }).click()
    await expect(locks.ledger().first()).toBeVisible()
    await goneFromPage()
    await page.keyboard.press('Escape')
    const editor = new OrderEditor(page, 'alpha')
    await editor.open()
    await editor.row().first().focus()
    await page.keyboard.press('Alt+ArrowDown')
    await goneFromPage()
    await editor.save()
    const history = await editor.openHistory()
    await expect(history.locator('[data-order-revision]').first()).toBeVisible()
    await goneFromPage()
    await page.keyboard.press('Escape')
  })

  await test.step('trying each kind of account', async () => {
    for (const id of ['alpha:key', 'alpha:spelled', 'alpha:token', 'alpha:oauth']) {
      await accounts.choose(id, 'Test now')
      const call = accounts.dialog(/^Test of/)
      await expect(call.locator('[data-outcome]').first()).toBeVisible()
      await goneFromPage()
      await accounts.confirm(call, 'Close')
    }
    expect(provider.requests.some(({ headers }) => headers.authorization?.includes(secret('key')))).toBe(true)
  })

  const addTyped = async (name: string): Promise<void> => {
    const dialog = await accounts.fillIn({ provider: 'alpha', id: `alpha:${name}`, secret: null })
    await type(dialog.getByRole('textbox', { name: 'Paste the key' }), name)
    await accounts.confirm(dialog, 'Add account')
    await goneFromPage()
  }

  await test.step('typing one in, first with an id that the host refuses, then another in its place', async () => {
    await addTyped('added')
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Test now' }).click()
    const call = accounts.dialog(/^Test of/)
    await expect(call.locator('[data-outcome="failed"]').first()).toBeVisible()
    await goneFromPage()
    await accounts.confirm(call, 'Close')
    await accounts.choose('alpha:added', 'Edit…')
    const edit = accounts.dialog(/^Edit/)
    await tick(edit.getByRole('radio', { name: 'Enter a new one' }))
    await type(edit.getByRole('textbox', { name: 'Paste the key' }), 'edited')
    await accounts.confirm(edit, 'Save')
    await goneFromPage()
    // Typed and thought better of.
    const dialog = await accounts.fillIn({ provider: 'alpha', id: 'alpha:never', secret: null })
    await type(dialog.getByRole('textbox', { name: 'Paste the key' }), 'never')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await goneFromPage()
    await accounts.choose('alpha:added', 'Edit…')
    await tick(edit.getByRole('radio', { name: 'Enter a new one' }))
    await type(edit.getByRole('textbox', { name: 'Paste the key' }), 'never')
    await page.keyboard.press('Escape')
    await expect(edit).toBeHidden()
    await goneFromPage()
    expect(filesWith(attached, secret('never'))).toEqual([])
    expect(filesWith(attached, secret('edited'))).toEqual(['agents/main/agent/auth-profiles.json'])
  })

  await test.step('looking for plain text, and exporting', async () => {
    await console.go('Directory')
    await page.getByRole('button', { name: 'Look for plaintext secrets' }).click()
    await expect(page.locator('[data-file="agents/main/agent/auth-profiles.json"]')).toBeVisible()
    await goneFromPage()
    await page.getByRole('button', { name: 'Export encrypted…' }).click()
    const dialog = directories.dialog('Export encrypted')
    await dialog.getByRole('textbox', { name: 'File to write' }).fill(join(folder.path, 'sealed'))
    await type(dialog.getByRole('textbox', { name: 'Passphrase' }), 'sealing')
    await type(dialog.getByRole('textbox', { name: 'The same again' }), 'sealing')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(dialog).toBeHidden()
    await goneFromPage()
  })

  await test.step('passphrases typed and thought better of', async () => {
    for (const [button, title] of [
      ['Export encrypted…', 'Export encrypted'],
      ['New directory…', 'New directory'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      const dialog = directories.dialog(title)
      if (title === 'New directory') await tick(dialog.getByRole('radio', { name: /^A passphrase/ }))
      await type(dialog.getByRole('textbox', { name: 'Passphrase' }), 'never')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
      await goneFromPage()
    }
  })

  await test.step('a directory of our own: made, filled, locked, unlocked', async () => {
    await page.getByRole('button', { name: 'New directory…' }).click()
    const dialog = directories.dialog('New directory')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Made')
    await dialog.getByRole('textbox', { name: 'Place' }).fill(made)
    await tick(dialog.getByRole('radio', { name: /^A passphrase/ }))
    await type(dialog.getByRole('textbox', { name: 'Passphrase' }), 'vault')
    await type(dialog.getByRole('textbox', { name: 'The same again' }), 'vault')
    await dialog.getByRole('button', { name: 'Make and open' }).click()
    await console.ready('Home')
    await goneFromPage()
    await console.go('Directory')
    const part = page.locator('#import')
    await part.getByRole('textbox', { name: 'Where from' }).fill(join(folder.path, 'sealed'))
    await type(part.getByRole('textbox', { name: 'Passphrase of an encrypted export' }), 'sealing')
    await part.getByRole('button', { name: 'Look what is there' }).click()
    await expect(part.locator('[data-import]').first()).toBeVisible()
    await goneFromPage()
    await part.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(part.locator('[data-result="import"]')).toContainText('created')
    await directories.lookAt(attached)
    await expect(part.locator('[data-import]').first()).toBeVisible()
    await goneFromPage()
    await console.go('Accounts')
    await addTyped('sealed')
    await console.go('Directory')
    await directories.vault().getByRole('button', { name: 'Lock now' }).click()
    await directories.vault().getByRole('button', { name: 'Unlock…' }).click()
    const unlock = directories.dialog('Unlock the vault')
    await type(unlock.getByRole('textbox', { name: 'Passphrase' }), 'wrong')
    await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect(unlock.getByRole('alert')).toBeVisible()
    await goneFromPage()
    await type(unlock.getByRole('textbox', { name: 'Passphrase' }), 'never')
    await unlock.getByRole('button', { name: 'Cancel' }).click()
    await directories.vault().getByRole('button', { name: 'Unlock…' }).click()
    await type(unlock.getByRole('textbox', { name: 'Passphrase' }), 'vault')
    await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect(unlock).toBeHidden()
    await goneFromPage()
  })

  await test.step('nowhere else', async () => {
    await console.go('Home')
    const heap = await heapOf(page)
    expect(heap).toContain('alpha:spelled')
    expect(quotes([heap])).toEqual([])
    expect(watch.received.join('\n')).toContain('alpha:spelled')
    expect(quotes(watch.received)).toEqual([])
    expect(quotes(watch.aside)).toEqual([])
    // To the host goes what was typed in, each time once, and nothing else.
    const carrying = watch.sent.filter((text) => text.includes(CANARY))
    const sentSecrets = carrying.flatMap((text) => text.match(new RegExp(`${CANARY}-\\w+-Zq7XW`, 'g')) ?? [])
    expect(sentSecrets.toSorted()).toEqual(
      ['added', 'edited', 'sealed', 'sealing', 'sealing', 'vault', 'vault', 'wrong'].map(secret).toSorted(),
    )
    expect(opened.output()).not.toContain(CANARY)
    expect(filesWith(opened.scratch, CANARY)).toEqual([])
    expect(filesWith(made, CANARY)).toEqual([])
    expect(filesWith(folder.path, CANARY)).toEqual([
      'attached/agents/main/agent/auth-profiles.json',
      'attached/openclaw.json',
      ...filesWith(folder.path, CANARY).filter((file) => /^attached\/openclaw\.json\../.test(file)),
    ])
  })
  await provider.close()
  folder.remove()
})

/** A directory of the JSON era with a secret of its own in every place that credentials have. */
function plant(directory: string, origin: string): void {
  copyFixture('2026.5.20', directory)
  const usage = {
    disabledUntil: 1_796_023_259_647,
    disabledReason: 'billing',
    errorCount: 1,
    failureCounts: { billing: 1 },
  }
  writeFileSync(
    join(directory, 'agents/main/agent/auth-profiles.json'),
    JSON.stringify({
      version: 1,
      profiles: {
        'alpha:key': { type: 'api_key', provider: 'alpha', key: secret('key') },
        'alpha:spelled': { mode: 'api_key', provider: 'alpha', apiKey: secret('spelled') },
        'alpha:token': { type: 'token', provider: 'alpha', token: secret('token') },
        'alpha:oauth': {
          type: 'oauth',
          provider: 'alpha',
          access: secret('access'),
          refresh: secret('refresh'),
          expires: 1_896_023_259_647,
        },
      },
    }),
  )
  writeFileSync(
    join(directory, 'agents/main/agent/auth-state.json'),
    JSON.stringify({ version: 1, usageStats: { 'alpha:key': usage } }),
  )
  writeFileSync(
    join(directory, 'openclaw.json'),
    JSON.stringify({
      env: { ALPHA: secret('env') },
      auth: { order: { alpha: ['alpha:key', 'alpha:spelled', 'alpha:token', 'alpha:oauth'] } },
      models: {
        providers: {
          alpha: {
            baseUrl: `${origin}/v1`,
            api: 'openai-completions',
            apiKey: secret('config'),
            headers: { 'x-extra': secret('header') },
            models: [{ id: 'big', name: 'Big', contextWindow: 128_000, maxTokens: 4096 }],
          },
        },
      },
      agents: { defaults: { model: { primary: 'alpha/big' } } },
    }),
  )
}

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
