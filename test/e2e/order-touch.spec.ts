import { temporaryFolder } from '../support/fixture-copy.ts'
import { writeStateDirectory } from '../support/write-state-directory.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { boxOf, bringToMiddle, Finger, middleOf } from './pages/finger.ts'
import { OrderEditor } from './pages/order-editor.ts'
import { configOrder } from './support/directory-facts.ts'
import { onAccounts } from './support/on-accounts.ts'

const WORK = 'alpha:work'
const HOME = 'alpha:home'

const NARROW = { look: { width: 400, height: 800 } }

test('by finger: a row is dragged, what is foretold meanwhile is what is saved', async ({ openConsole }) => {
  await onAccounts(openConsole, '2026.9.6', async ({ page, console, editor, directory }) => {
    const finger = await Finger.on(page)
    await editor.open()
    await editor.seize(finger, WORK)
    const at = middleOf(await boxOf(editor.handle(WORK)))
    await finger.moveTo({ x: at.x, y: at.y + 8 })
    await expect(editor.lifted()).toHaveText(`${WORK}Let go to put it back`)
    await expect(editor.spoken()).toHaveText(`${WORK} is picked up. Move it to another place and let go.`)
    await finger.moveTo({ x: at.x + 60, y: middleOf(await boxOf(editor.row(HOME))).y - 8 })
    await expect(editor.spoken()).toContainText(`${WORK} to the first place.`)
    await expect(editor.lifted()).toContainText('To the first place.')
    await expect(editor.row(WORK)).toHaveAttribute('data-dragging', 'true')
    await expect(editor.dropPlace()).toHaveCount(1)
    await expect(editor.previewPanel()).toHaveAttribute('data-held', 'true')
    const foreseen = await editor.preview()
    expect(await editor.order()).toEqual([HOME, WORK])

    await finger.lift()
    await expect(editor.spoken()).toContainText(`${WORK} is first of 2.`)
    await expect(editor.lifted()).toBeHidden()
    await expect(editor.dropPlace()).toHaveCount(0)
    expect(await editor.order()).toEqual([WORK, HOME])
    expect(await editor.preview()).toEqual(foreseen)
    await editor.save()
    expect(configOrder(directory, 'alpha')).toEqual([WORK, HOME])
    await expect.poll(() => console.order('alpha')).toEqual(foreseen)
  })
})

test('by finger: an account is dragged out, saved as left out, and dragged back in', async ({ openConsole }) => {
  await onAccounts(
    openConsole,
    '2026.7.1',
    async ({ page, console, editor, directory }) => {
      const finger = await Finger.on(page)
      await editor.open()
      await editor.carryOut(finger, WORK)
      await expect(editor.leftOutList()).toHaveAttribute('data-drop-target', 'true')
      await expect(editor.lifted()).toContainText('To what is left out.')
      expect(await editor.preview()).toEqual([HOME])
      await finger.lift()
      await expect(editor.spoken()).toHaveText(`${WORK} is left out and will not be tried.`)
      await editor.save()
      expect(configOrder(directory, 'alpha')).toEqual([HOME])
      await expect.poll(() => console.order('alpha')).toEqual([HOME])

      await editor.open()
      expect(await editor.leftOut()).toEqual([WORK])
      await editor.carry(finger, WORK, 'before', HOME)
      await finger.lift()
      await expect(editor.spoken()).toContainText(`${WORK} is first of 2.`)
      // The last one may be taken out as well, and the order that is empty takes one.
      await editor.carryOut(finger, WORK)
      await finger.lift()
      await expect.poll(() => editor.order()).toEqual([HOME])
      await editor.carryOut(finger, HOME)
      await finger.lift()
      await expect.poll(() => editor.order()).toEqual([])
      await editor.seize(finger, WORK)
      await finger.moveTo(middleOf(await boxOf(editor.root.getByText('No account is in the order.'))))
      await expect(editor.spoken()).toContainText(`${WORK} to the first place.`)
      await finger.lift()
      await expect.poll(() => editor.order()).toEqual([WORK])
      await editor.save()
      expect(configOrder(directory, 'alpha')).toEqual([WORK])
    },
    NARROW,
  )
})

test('by finger: what is given up midway changes nothing', async ({ openConsole }) => {
  await onAccounts(openConsole, '2026.9.6', async ({ page, editor }) => {
    const finger = await Finger.on(page)
    await editor.open()
    const isBack = async (): Promise<void> => {
      await expect(editor.spoken()).toHaveText(`${WORK} is back where it was.`)
      await expect(editor.lifted()).toBeHidden()
      await expect(editor.dropPlace()).toHaveCount(0)
      await expect(editor.previewPanel()).toHaveAttribute('data-held', 'false')
      await expect(editor.row(WORK)).not.toHaveAttribute('data-dragging')
      expect(await editor.order()).toEqual([HOME, WORK])
      await expect(editor.button('Undo')).toBeDisabled()
    }
    await editor.carry(finger, WORK, 'before', HOME)
    await finger.lose()
    await isBack()

    await editor.carry(finger, WORK, 'before', HOME)
    await page.keyboard.press('Escape')
    await isBack()
    await finger.lift()
    await isBack()

    await editor.carryOut(finger, WORK)
    const { x, y } = await boxOf(editor.row(HOME))
    await finger.moveTo({ x: x + 24, y: y + 4 })
    await expect(editor.spoken()).toContainText(`${WORK} to the first place`)
    await expect(editor.dropPlace()).toHaveCount(1)
    await finger.moveTo(middleOf(await boxOf(editor.previewPanel())))
    await expect(editor.lifted()).toHaveText(`${WORK}Let go to put it back`)
    await finger.lift()
    await isBack()

    await editor.carry(finger, WORK, 'before', HOME)
    await finger.moveTo(middleOf(await boxOf(editor.handle(WORK))))
    await expect(editor.spoken()).toContainText(`${WORK} to the second place`)
    await finger.lift()
    await expect(editor.spoken()).toContainText(`${WORK} is second of 2.`)
    await expect(editor.button('Undo')).toBeDisabled()
  })
})

test('by finger: buttons are tapped, rows scroll the page, and a tap on a handle drags nothing', async ({
  openConsole,
}) => {
  await onAccounts(
    openConsole,
    '2026.9.6',
    async ({ page, editor }) => {
      const finger = await Finger.on(page)
      await editor.open()
      await finger.tap(editor.button(`Move ${WORK} up`))
      await expect.poll(() => editor.order()).toEqual([WORK, HOME])
      await finger.tap(editor.button(`Exclude ${HOME}`))
      await expect.poll(() => editor.order()).toEqual([WORK])
      await finger.tap(editor.button(`Include ${HOME}`))
      await expect.poll(() => editor.order()).toEqual([WORK, HOME])
      await finger.tap(editor.handle(WORK))
      await expect(editor.lifted()).toBeHidden()
      await expect(editor.spoken()).toContainText(`${HOME} is second of 2.`)

      const scrolled = (): Promise<number> => page.evaluate(() => scrollY)
      await bringToMiddle(editor.row(WORK))
      const { x, y } = middleOf(await boxOf(editor.row(WORK)))
      const before = await scrolled()
      await finger.press({ x, y })
      await finger.moveTo({ x, y: y - 150 }, 20)
      await finger.lift()
      await expect.poll(scrolled).toBeGreaterThan(before)
      expect(await editor.order()).toEqual([WORK, HOME])

      // What a screen reader sends for a tap on the handle begins dragging as by keys.
      await editor.handle(WORK).evaluate((handle: HTMLElement) => handle.click())
      await expect(page.locator('[data-live-announcer]').first()).toContainText('Started dragging')
      await page.keyboard.press('Escape')
      await expect(page.locator('[data-live-announcer]').first()).toContainText('Drop canceled')
    },
    { look: { width: 400, height: 500 } },
  )
})

test('by finger: a long list goes on while a row is held near its edge', async ({ openConsole }) => {
  const folder = temporaryFolder()
  writeStateDirectory(folder.path, 'J', { agents: 1, profilesPerAgent: 350 }, Date.now())
  const { page } = await openConsole({ directory: folder.path, ...NARROW.look })
  const console = new ConsolePage(page)
  await console.ready('Home')
  await console.go('Accounts')
  const [{ provider } = { provider: '' }] = await console.lanes()
  const editor = new OrderEditor(page, provider)
  const finger = await Finger.on(page)
  await editor.open()
  const [, second = ''] = await editor.order()
  const list = editor.root.locator('[data-order-list]')
  await editor.seize(finger, second)
  const { x } = middleOf(await boxOf(editor.handle(second)))
  const area = await boxOf(list)
  const bar = await boxOf(editor.root.locator('[data-order-actions]'))
  const bottom = Math.min(area.y + area.height, bar.y)
  await finger.moveTo({ x, y: bottom - 6 })
  const toEnd = (): Promise<number> =>
    list.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)
  await expect.poll(toEnd).toBeLessThan(2)
  // The row it was picked up from is no longer drawn, and it is held all the same.
  await expect(editor.row(second)).toBeHidden()
  await expect(editor.lifted()).toContainText(second)
  await expect(editor.dropPlace()).toHaveCount(1)
  await finger.moveTo({ x, y: (area.y + bottom) / 2 })
  // Of 70, with some ten in sight at the end.
  await expect(editor.spoken()).toContainText(/to the 6\dth place/)
  await finger.lift()
  await expect(editor.spoken()).toContainText(/is 6\dth of 70/)
  await expect(editor.row(second)).toBeVisible()

  // And back up again, to the very top.
  await editor.seize(finger, second)
  await finger.moveTo({ x, y: Math.max(0, (await boxOf(list)).y) + 6 })
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(0)
  await expect(editor.spoken()).toContainText(`${second} to the first place`)
  await finger.lift()
  await expect.poll(async () => (await editor.order())[0]).toBe(second)
  folder.remove()
})
