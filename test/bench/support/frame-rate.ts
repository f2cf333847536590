import type { Page } from 'playwright'

interface Counting {
  /** Frames since it began, and how long that was. */
  counted: { frames: number; startMs: number; isOver: boolean }
}

/** Frames a second that a page draws while something goes on in it. */
export async function framesPerSecond(page: Page, move: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const counted = { frames: 0, startMs: performance.now(), isOver: false }
    ;(globalThis as unknown as Counting).counted = counted
    const next = (): void => {
      if (counted.isOver) return
      counted.frames += 1
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  await move()
  return page.evaluate(() => {
    const { counted } = globalThis as unknown as Counting
    counted.isOver = true
    return (counted.frames * 1000) / (performance.now() - counted.startMs)
  })
}
