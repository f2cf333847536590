import { expect, type Locator, type Page } from '@playwright/test'
import { boxOf, bringToMiddle, middleOf, type Finger } from './finger.ts'

export type Place = 'stored' | 'config'

/** The editor of one provider's order, and what its lane offers about orders that were saved. */
export class OrderEditor {
  readonly page: Page
  readonly root: Locator
  readonly lane: Locator
  readonly #provider: string

  constructor(page: Page, provider: string) {
    this.page = page
    this.#provider = provider
    this.root = page.locator(`[data-order-editor=${JSON.stringify(provider)}]`)
    this.lane = page.getByRole('region', { name: provider, exact: true })
  }

  async open(): Promise<void> {
    await this.lane.getByRole('button', { name: `Edit the order of ${this.#provider}` }).click()
    await expect(this.row().first()).toBeVisible()
  }

  /** A row of the order, or every row. */
  row(id?: string): Locator {
    const rows = this.root.locator('[data-order-list] [data-order-item]')
    return id === undefined ? rows : rows.and(this.page.locator(`[data-order-item=${JSON.stringify(id)}]`))
  }

  /** What the draft has in the order, from first to last. */
  order(): Promise<string[]> {
    return idsIn(this.row(), 'data-order-item')
  }

  leftOut(): Promise<string[]> {
    return idsIn(this.root.locator('[data-left-out]'), 'data-order-item')
  }

  /** The line as the preview foretells it. */
  preview(): Promise<string[]> {
    return idsIn(this.root.locator('[data-preview-item]'), 'data-preview-item')
  }

  previewPanel(): Locator {
    return this.root.locator('[data-order-preview]')
  }

  /** What is said aloud about the draft. */
  spoken(): Locator {
    return this.root.locator('output[aria-live="polite"]').last()
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name, exact: true })
  }

  target(place: Place): Locator {
    return this.root.locator(`[data-order-target="${place}"]`)
  }

  async choose(place: Place): Promise<void> {
    await this.target(place).click()
    await expect(this.target(place)).toHaveAttribute('data-selected', 'true')
  }

  /** Drags a row by the mouse to just before or after another one, in steps, as a hand does. */
  async drag(id: string, side: 'before' | 'after', other: string): Promise<void> {
    await bringToMiddle(this.row(id))
    const from = await boxOf(this.row(id))
    const to = await boxOf(this.row(other))
    const x = from.x + 40
    await this.page.mouse.move(x, from.y + from.height / 2)
    await this.page.mouse.down()
    await this.page.mouse.move(x + 4, from.y + from.height / 2 - 6)
    await this.page.mouse.move(x, side === 'before' ? to.y + 4 : to.y + to.height - 4, { steps: 8 })
    await expect(this.spoken()).toContainText(`${id} to the`)
    await this.page.mouse.up()
  }

  /** Drags a row by the mouse into the list of what is left out. */
  async dragOut(id: string): Promise<void> {
    await bringToMiddle(this.row(id))
    const from = await boxOf(this.row(id))
    const to = await boxOf(this.leftOutList())
    await this.page.mouse.move(from.x + 40, from.y + from.height / 2)
    await this.page.mouse.down()
    await this.page.mouse.move(from.x + 44, from.y + from.height / 2 + 6)
    await this.page.mouse.move(to.x + 60, to.y + to.height / 2, { steps: 8 })
    await this.page.mouse.move(to.x + 62, to.y + to.height / 2)
    await this.page.mouse.up()
  }

  handle(id: string): Locator {
    return this.button(`Drag ${id}`)
  }

  /** Lays a finger on a row's handle. */
  async seize(finger: Finger, id: string): Promise<void> {
    const grip = this.root.locator(`[data-order-item=${JSON.stringify(id)}] [data-drag-handle]`)
    // A long list that has just scrolled takes no touch for a moment, and measures what it draws anew.
    await expect(async () => {
      await bringToMiddle(grip)
      expect(await grip.evaluate(isAtRest)).toBe(true)
    }).toPass()
    await finger.press(middleOf(await boxOf(grip)))
  }

  /** The list of what is left out. */
  leftOutList(): Locator {
    return this.root.getByRole('grid', { name: `Left out of the order of ${this.#provider}` })
  }

  /** The account that a finger holds, as it follows the finger. */
  lifted(): Locator {
    return this.page.locator('[data-lifted]')
  }

  /** Where a drop would put what is dragged: between two rows, or a list as a whole. */
  dropPlace(): Locator {
    return this.root.locator('[data-drop-target]')
  }

  /** Picks a row up by its handle and holds it just before or after another one. */
  async carry(finger: Finger, id: string, side: 'before' | 'after', other: string): Promise<void> {
    await this.seize(finger, id)
    const { x, y, height } = await boxOf(this.row(other))
    await finger.moveTo({ x: x + 24, y: side === 'before' ? y + 4 : y + height - 4 })
    await expect(this.spoken()).toContainText(`${id} to the`)
  }

  /** Picks a row up by its handle and holds it over what is left out. */
  async carryOut(finger: Finger, id: string): Promise<void> {
    await this.seize(finger, id)
    // The page may go on meanwhile, until that list is in sight.
    await expect(async () => {
      const { x, y } = middleOf(await boxOf(this.leftOutList()))
      await finger.moveTo({ x: x - 40, y })
      await expect(this.spoken()).toHaveText(`${id} to what is left out. Will not be tried.`, { timeout: 500 })
    }).toPass()
  }

  async save(): Promise<void> {
    await this.root.getByRole('button', { name: /^Save/ }).click()
    await expect(this.root).toBeHidden()
  }

  /** What stands in the way of writing: the order was changed by somebody else. */
  conflict(): Locator {
    return this.root.locator('[data-order-conflict]')
  }

  async openHistory(): Promise<Locator> {
    await this.lane.getByRole('button', { name: `History of the order of ${this.#provider}` }).click()
    return this.page.getByRole('dialog')
  }
}

/** Whether something stays where it is for some frames and is what a touch there would meet. */
async function isAtRest(element: HTMLElement): Promise<boolean> {
  const { x, y, width, height } = element.getBoundingClientRect()
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
  const now = element.getBoundingClientRect()
  return now.x === x && now.y === y && document.elementFromPoint(x + width / 2, y + height / 2) === element
}

async function idsIn(items: Locator, attribute: string): Promise<string[]> {
  // As they are seen: of a long list the rows in sight stand in the page in no order.
  return items.evaluateAll(
    (found, name) =>
      found
        .map((item) => ({ id: item.getAttribute(name) ?? '', top: item.getBoundingClientRect().top }))
        .toSorted((one, other) => one.top - other.top)
        .map(({ id }) => id),
    attribute,
  )
}
