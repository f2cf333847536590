import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import JSON5 from 'json5'
import { temporaryFolder } from '../support/fixture-copy.ts'
import { writeStateDirectory } from '../support/write-state-directory.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { OrderEditor } from './pages/order-editor.ts'
import { changeConfig, configFile, configOrder, mainStore, storeOrderElsewhere } from './support/directory-facts.ts'
import { onAccounts } from './support/on-accounts.ts'
import { RECORDINGS } from './support/recordings.ts'

const WORK = 'alpha:work'
const HOME = 'alpha:home'

const swapped = (ids: readonly string[]): string[] => ids.toReversed()

for (const { version, title } of RECORDINGS) {
  test(`${title} (${version}): by mouse, what is foretold is what is saved and shown`, async ({ openConsole }) => {
    await onAccounts(openConsole, version, async ({ console, editor, directory }) => {
      const before = configOrder(directory, 'alpha') ?? []
      const [first = '', second = ''] = before
      await editor.open()
      await expect(editor.target('config')).toHaveAttribute('data-selected', 'true')
      await expect(editor.target('config')).toContainText('wins')
      await expect(editor.target('config')).toContainText(before.join(' → '))
      await expect(editor.target('stored')).toContainText('no order')
      expect(await editor.order()).toEqual(before)
      await expect(editor.button('Save order')).toBeDisabled()

      await editor.drag(second, 'before', first)
      await expect(editor.spoken()).toContainText(`${second} is first of 2.`)
      expect(await editor.order()).toEqual(swapped(before))
      const foretold = await editor.preview()
      await editor.save()
      await expect(console.toast('Order of alpha saved. It counts from now on.')).toBeVisible()
      expect(configOrder(directory, 'alpha')).toEqual(swapped(before))
      await expect.poll(() => console.order('alpha')).toEqual(foretold)
      expect(readdirSync(directory).filter((name) => name.startsWith('openclaw.json.'))).toHaveLength(1)
    })
  })

  test(`${title} (${version}): by keyboard, into the store, which wins from then on`, async ({ openConsole }) => {
    await onAccounts(openConsole, version, async ({ page, console, editor, directory }) => {
      const before = configOrder(directory, 'alpha') ?? []
      const [first = ''] = before
      const file = readFileSync(configFile(directory))
      await editor.open()
      await editor.choose('stored')
      await expect(editor.target('config')).toContainText('wins until saved')
      await expect(editor.target('stored')).toContainText('wins once saved')

      await editor.handle(first).focus()
      await page.keyboard.press('Enter')
      await expect(page.locator('[data-live-announcer]').first()).toContainText('Started dragging')
      await expect(async () => {
        await page.keyboard.press('ArrowDown')
        await expect(editor.spoken()).toContainText(`${first} to the second place`, { timeout: 300 })
      }).toPass()
      // What it would come to is heard while the rest of the page is hidden from a screen reader.
      expect(await editor.spoken().evaluate((element) => element.closest('[aria-hidden="true"]'))).toBeNull()
      await expect(editor.previewPanel()).toHaveAttribute('data-held', 'true')
      const foreseen = await editor.preview()
      await page.keyboard.press('Enter')
      await expect(editor.spoken()).toContainText(`${first} is second of 2.`)
      expect(await editor.order()).toEqual(swapped(before))
      expect(await editor.preview()).toEqual(foreseen)

      await editor.save()
      await expect(console.lane('alpha')).toContainText('Order stored for this agent')
      expect((await mainStore(directory)).order['alpha']).toEqual(swapped(before))
      expect(readFileSync(configFile(directory)).equals(file)).toBe(true)
      await expect.poll(() => console.order('alpha')).toEqual(foreseen)

      await editor.open()
      await expect(editor.target('stored')).toContainText(swapped(before).join(' → '))
      await expect(editor.target('config')).toContainText(before.join(' → '))
      await expect(editor.root).toContainText('The order stored for this agent wins')
    })
  })
}

test('keys move by one and to the ends, leave out, and take back, each said aloud', async ({ openConsole }) => {
  await onAccounts(openConsole, '2026.9.6', async ({ page, editor }) => {
    await editor.open()
    await editor.handle(HOME).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(editor.spoken()).toContainText(`${HOME} is second of 2.`)
    expect(await editor.order()).toEqual([WORK, HOME])
    // The focus stays on the account that moved.
    await page.keyboard.press('Alt+Home')
    await expect(editor.spoken()).toContainText(`${HOME} is first of 2.`)
    await page.keyboard.press('Alt+End')
    await expect(editor.spoken()).toContainText(`${HOME} is second of 2.`)
    await page.keyboard.press('Delete')
    await expect(editor.spoken()).toHaveText(`${HOME} is left out and will not be tried.`)
    expect(await editor.leftOut()).toEqual([HOME])
    expect(await editor.preview()).toEqual([WORK])
    await expect(editor.previewPanel()).toContainText(`No longer tried: ${HOME}`)

    await page.keyboard.press('Control+z')
    await expect(editor.spoken()).toHaveText('Change undone, 3 left to undo.')
    expect(await editor.order()).toEqual([WORK, HOME])
    await page.keyboard.press('Control+Shift+z')
    await expect(editor.spoken()).toHaveText('Change made again, none left to redo.')
    expect(await editor.order()).toEqual([WORK])
    await editor.button('Undo').click()
    await editor.button('Redo').click()
    expect(await editor.order()).toEqual([WORK])
    await editor.button(`Include ${HOME}`).click()
    await expect(editor.spoken()).toContainText(`${HOME} is second of 2.`)
  })
})

test('an account that is dragged out is left out, and shown as such after saving', async ({ openConsole }) => {
  await onAccounts(openConsole, '2026.9.6', async ({ console, editor, directory }) => {
    await editor.open()
    await editor.dragOut(WORK)
    await expect(editor.spoken()).toContainText(`${WORK} is left out`)
    await editor.save()
    expect(configOrder(directory, 'alpha')).toEqual([HOME])
    await expect.poll(() => console.order('alpha')).toEqual([HOME])
    expect((await console.lanes())[0]?.excluded).toEqual([WORK])
  })
})

test('a saved order is taken back and brought back, from the message, the lane and the history', async ({
  openConsole,
}) => {
  await onAccounts(openConsole, '2026.7.1', async ({ page, console, editor, directory }) => {
    const saveWithout = async (id: string): Promise<void> => {
      await editor.open()
      await editor.button(`Exclude ${id}`).click()
      await editor.save()
    }
    await saveWithout(WORK)
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await expect(console.toast('The last saved order was taken back.')).toBeVisible()
    expect(configOrder(directory, 'alpha')).toEqual([HOME, WORK])
    await editor.lane.getByRole('button', { name: /^Redo: main\/alpha/ }).click()
    await expect(console.toast('The order is back.')).toBeVisible()
    expect(configOrder(directory, 'alpha')).toEqual([HOME])
    await editor.lane.getByRole('button', { name: /^Undo: main\/alpha/ }).click()
    await expect.poll(() => configOrder(directory, 'alpha')).toEqual([HOME, WORK])
    await saveWithout(HOME)

    const history = await editor.openHistory()
    const revisions = history.locator('[data-order-revision]')
    await expect(revisions).toHaveCount(2)
    await expect(revisions.first()).toContainText(`${HOME} left out`)
    await expect(revisions.last()).toContainText('taken back')
    await expect(revisions.last()).toContainText(`${WORK} left out`)
    await revisions.first().getByRole('button', { name: 'Restore the order before this' }).click()
    await expect(revisions).toHaveCount(3)
    expect(configOrder(directory, 'alpha')).toEqual([HOME, WORK])
    await page.keyboard.press('Escape')
    await expect.poll(() => console.order('alpha')).toEqual([HOME, WORK])
  })
})

for (const place of ['config', 'stored'] as const) {
  test(`changed meanwhile (${place}): compared, taken over, brought back, written over`, async ({ openConsole }) => {
    await onAccounts(openConsole, '2026.9.6', async ({ console, editor, directory }) => {
      const nowThere = async (): Promise<readonly string[] | undefined> =>
        place === 'config' ? configOrder(directory, 'alpha') : (await mainStore(directory)).order['alpha']
      const changeElsewhere = async (ids: readonly string[]): Promise<void> => {
        if (place === 'stored') return storeOrderElsewhere(directory, 'alpha', ids)
        changeConfig(directory, (config) => {
          config['auth'] = { ...(config['auth'] as object), order: { alpha: ids } }
          config['logging'] = { level: 'trace' }
        })
      }
      await editor.open()
      await editor.choose(place)
      await editor.button(`Move ${WORK} up`).click()
      expect(await editor.order()).toEqual([WORK, HOME])
      await changeElsewhere([HOME])
      await expect(editor.conflict()).toBeVisible()
      await expect(editor.conflict().getByRole('alert')).toContainText('Nothing of yours is lost or written yet.')
      const table = editor.conflict().getByRole('table')
      await expect(table.getByRole('row', { name: '1' })).toContainText(WORK)
      await editor.conflict().getByRole('button', { name: 'Compare' }).click()
      await expect(table).toBeHidden()

      await editor.conflict().getByRole('button', { name: 'Reload' }).click()
      await expect(editor.conflict()).toBeHidden()
      expect(await editor.order()).toEqual([HOME])
      await editor.button('Undo').click()
      expect(await editor.order()).toEqual([WORK, HOME])

      await changeElsewhere([WORK])
      await expect(editor.conflict()).toBeVisible()
      await editor.conflict().getByRole('button', { name: 'Overwrite' }).click()
      await expect(console.toast('Order of alpha saved.')).toBeVisible()
      expect(await nowThere()).toEqual([WORK, HOME])
      // What else was changed by the other one stays.
      if (place === 'config') expect(readFileSync(configFile(directory), 'utf8')).toContain('"level": "trace"')
    })
  })
}

/** A configuration as people write them; `LIST` is where the order of alpha stands. */
const ODD = [
  '\uFEFF// kept by hand: do not reformat',
  '{ \'gateway\': { mode: "local", }, /* a remark, */',
  '\tauth: {',
  "\t\t'profiles': { 'alpha:work': { provider: 'alpha', mode: \"api_key\" }, \"alpha:home\": { provider: 'alpha', mode: 'api_key', }, },",
  '\t\t"order": {',
  '\t\t\t// first the one that work pays for',
  "\t\t\t'alp\\u0068a': LIST, // trailing",
  '\t\t\tbeta: [ \'beta:main\', "beta:spare" ],',
  '\t\t},',
  '\t},',
  '   models: { providers: { alpha: { baseUrl: "http://127.0.0.1:9101/v1", api: \'openai-completions\', models: [{ id: "big", contextWindow: +128e3, maxTokens: 0x1000, }], }, }, },',
  "  odd: 'line \\",
  "continued', \"quo'te\": '\"', $id_1: .5, inf: Infinity,",
  '}',
  '',
  '// the end',
].join('\r\n')

test('of an openclaw.json written by hand, nothing outside of the list changes by a single byte', async ({
  openConsole,
}) => {
  const [before = '', after = ''] = ODD.split('LIST')
  await onAccounts(
    openConsole,
    '2026.5.20',
    async ({ console, editor, directory }) => {
      await editor.open()
      expect(await editor.order()).toEqual([WORK, HOME])
      await editor.button(`Move ${HOME} up`).click()
      await editor.save()
      await expect(console.toast('Order of alpha saved.')).toBeVisible()
      const written = readFileSync(configFile(directory), 'utf8')
      expect(written.startsWith(before)).toBe(true)
      expect(written.endsWith(after)).toBe(true)
      const list = written.slice(before.length, written.length - after.length)
      expect(JSON5.parse(list)).toEqual([HOME, WORK])

      await editor.lane.getByRole('button', { name: /^Undo: / }).click()
      await expect(console.toast('The last saved order was taken back.')).toBeVisible()
      expect(JSON5.parse<{ auth: { order: { alpha: string[] } } }>(read(directory)).auth.order.alpha).toEqual([
        WORK,
        HOME,
      ])
    },
    {
      prepare: (directory) =>
        writeFileSync(configFile(directory), ODD.replace('LIST', '[ \'alpha:work\' , "alpha:home", ]')),
    },
  )
})

const read = (directory: string): string => readFileSync(configFile(directory), 'utf8').replace('\uFEFF', '')

test('in every real openclaw.json, only the list itself is another text after saving', async ({ openConsole }) => {
  for (const { version } of RECORDINGS) {
    await onAccounts(openConsole, version, async ({ console, editor, directory }) => {
      const before = readFileSync(configFile(directory), 'utf8')
      const [first = '', second = ''] = configOrder(directory, 'alpha') ?? []
      await editor.open()
      await editor.button(`Move ${second} up`).click()
      await editor.save()
      await expect(console.toast('Order of alpha saved.')).toBeVisible()
      const swappedText = before.replace(
        new RegExp(`(alpha"?:\\s*\\[\\s*)"${first}"(,\\s*)"${second}"`),
        `$1"${second}"$2"${first}"`,
      )
      expect(swappedText).not.toBe(before)
      expect(readFileSync(configFile(directory), 'utf8')).toBe(swappedText)
    })
  }
})

test('leaving an edited order is asked about, and nothing was written', async ({ openConsole }) => {
  await onAccounts(openConsole, '2026.9.6', async ({ page, console, editor, directory }) => {
    await editor.open()
    await editor.button(`Exclude ${WORK}`).click()
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Home' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
    expect(await editor.order()).toEqual([HOME])
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Home' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await console.ready('Home')
    expect(configOrder(directory, 'alpha')).toEqual([HOME, WORK])
  })
})

test('a thousand accounts are ordered by key, with what is in sight drawn alone', async ({ openConsole }) => {
  const folder = temporaryFolder()
  writeStateDirectory(folder.path, 'J', { agents: 1, profilesPerAgent: 1000 }, Date.now())
  const { page } = await openConsole({ directory: folder.path })
  const console = new ConsolePage(page)
  await console.ready('Home')
  await console.go('Accounts')
  const [{ provider } = { provider: '' }] = await console.lanes()
  const editor = new OrderEditor(page, provider)
  await editor.open()
  expect((await editor.order()).length).toBeLessThan(60)
  const [, second = ''] = await editor.order()
  await editor.row().first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(editor.row(second)).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(editor.spoken()).toContainText(`${second} is first of`)
  expect((await editor.order())[0]).toBe(second)
  await page.keyboard.press('Alt+End')
  await expect.poll(async () => (await editor.order()).at(-1)).toBe(second)
  folder.remove()
})
