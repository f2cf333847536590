import type { CDPSession, Locator, Page } from '@playwright/test'

interface Point {
  readonly x: number
  readonly y: number
}

/** A finger on the screen, in a desktop window as in a browser, by the events that a touch screen sends. */
export class Finger {
  readonly #session: CDPSession
  #at: Point = { x: 0, y: 0 }

  private constructor(session: CDPSession) {
    this.#session = session
  }

  /** Makes the screen one that is touched. What is drawn differs from then on. */
  static async on(page: Page): Promise<Finger> {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    return new Finger(session)
  }

  async tap(item: Locator): Promise<void> {
    await bringToMiddle(item)
    await this.press(middleOf(await boxOf(item)))
    await this.lift()
  }

  async press(at: Point): Promise<void> {
    this.#at = at
    await this.#send('touchStart', [at])
  }

  /** Moves in steps, as a hand does. */
  async moveTo(to: Point, steps = 8): Promise<void> {
    const from = this.#at
    for (let step = 1; step <= steps; step++) {
      const part = step / steps
      this.#at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
      await this.#send('touchMove', [this.#at])
    }
  }

  async lift(): Promise<void> {
    await this.#send('touchEnd', [])
  }

  /** The system takes the finger away, such as for a call that comes in. */
  async lose(): Promise<void> {
    await this.#send('touchCancel', [])
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', at: readonly Point[]): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints: [...at] })
  }
}

interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** Where something lies on the screen now. */
export async function boxOf(item: Locator): Promise<Box> {
  const box = await item.boundingBox()
  if (box === null) throw new Error('It is not on the screen')
  return box
}

/** Scrolls so that no bar at an edge of the screen lies over it. */
export async function bringToMiddle(item: Locator): Promise<void> {
  await item.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
}

export function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}
