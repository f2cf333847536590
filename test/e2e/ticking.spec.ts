import type { Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'

interface Watched {
  /** Elements that came or went. */
  readonly elements: number
  /** Elements whose text or attributes changed, by class. */
  readonly leaves: readonly string[]
}

const watchMain = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { elements: 0, leaves: new Set<string>() }
    Object.assign(globalThis, { seen })
    const main = document.querySelector('main')
    if (!main) throw new Error('There is no main part')
    new MutationObserver((records) => {
      for (const { type, target, addedNodes, removedNodes } of records) {
        if (type === 'childList')
          seen.elements += [...addedNodes, ...removedNodes].filter((node) => node.nodeType === Node.ELEMENT_NODE).length
        const element = target instanceof Element ? target : target.parentElement
        seen.leaves.add(element?.getAttribute('class') ?? element?.tagName ?? '')
      }
    }).observe(main, { subtree: true, childList: true, characterData: true, attributes: true })
  })

const seen = (page: Page): Promise<Watched> =>
  page.evaluate(() => {
    const { elements, leaves } = (globalThis as unknown as { seen: { elements: number; leaves: Set<string> } }).seen
    return { elements, leaves: [...leaves] }
  })

for (const screen of ['Home', 'Accounts'] as const) {
  test(`timers tick without touching anything else, ${screen}`, async ({ openConsole }) => {
    const { page } = await openConsole({ example: true })
    const console = new ConsolePage(page)
    await console.ready('Home')
    if (screen === 'Accounts') {
      await console.go('Accounts')
      // What is fetched with the screen is there.
      await expect(page.getByRole('button', { name: /^History of the order/ }).first()).toBeVisible()
    }
    const countdown = page.getByText(/^\d:\d\d$/).first()
    await watchMain(page)
    const texts = new Set<string>()
    await expect
      .poll(async () => texts.add((await countdown.textContent()) ?? '').size, { intervals: [200] })
      .toBeGreaterThanOrEqual(4)
    const { elements, leaves } = await seen(page)
    expect(elements).toBe(0)
    // The text of a time, the arc of a ring and the fill of a bar: nothing else moved.
    expect(leaves.length).toBeGreaterThan(0)
    expect(leaves.filter((name) => !/^(times|cooldown-ring|window-bar)-module/.test(name))).toEqual([])
  })
}

for (const reducedMotion of [false, true]) {
  test(`a profile ${reducedMotion ? 'moves at once where motion is reduced' : 'slides to its new place'}`, async ({
    openConsole,
  }) => {
    const { path, remove } = temporaryFolder()
    copyFixture('2026.5.20', path)
    const endMs = 1_796_005_272_356
    const usageStats = { 'alpha:work': { cooldownUntil: endMs, cooldownReason: 'timeout', errorCount: 1 } }
    writeFileSync(join(path, 'agents/main/agent/auth-state.json'), JSON.stringify({ version: 1, usageStats }))
    const { page } = await openConsole({ directory: path, at: endMs - 8000, reducedMotion })
    const console = new ConsolePage(page)
    await console.ready('Home')
    await console.go('Accounts')
    await page.evaluate(() => {
      const animated = { count: 0 }
      Object.assign(globalThis, { animated })
      const animate = Element.prototype.animate
      Element.prototype.animate = function counted(...args) {
        animated.count += 1
        return animate.apply(this, args)
      }
    })
    await expect.poll(() => console.order('alpha'), { timeout: 30_000 }).toEqual(['alpha:work', 'alpha:home'])
    const count = await page.evaluate(() => (globalThis as unknown as { animated: { count: number } }).animated.count)
    if (reducedMotion) expect(count).toBe(0)
    else expect(count).toBeGreaterThan(0)
    // Said aloud as well, for those who do not see it.
    await expect(page.locator('[aria-live]').first()).toContainText('alpha:work')
    remove()
  })
}
