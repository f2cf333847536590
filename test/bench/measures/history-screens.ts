import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { buildConsole } from '../../../electron/scripts/build-console.ts'
import { inProject } from '../../../electron/scripts/project-folders.ts'
import { changeConfig } from '../../e2e/support/directory-facts.ts'
import { copyFixture } from '../../support/fixture-copy.ts'
import { DECISION, recordLine } from '../../support/log-lines.ts'
import { ensureSystemPackages } from '../../support/system-packages.ts'
import { median, percentile, type Benchmark, type Measure } from '../measure.ts'
import { openInBrowser } from '../support/browser-console.ts'
import { framesPerSecond } from '../support/frame-rate.ts'
import { fillHistory } from '../support/million-decisions.ts'
import { firstScriptsKb } from '../support/page-size.ts'

const DECISIONS = 1_000_000
const SPAN_MS = 60 * 86_400_000
const OPENINGS = 5
const LIVE_SAMPLES = 20
const MOVING_MS = 4000
const READY = '[data-index="0"][aria-busy="false"]'
/** Whoever waits for longer waits for something that does not come. */
const PATIENCE_MS = 30_000

/** The screens of a history of a million decisions, in the browser edition. Frames are drawn without a graphics card. */
export const historyScreensBenchmark: Benchmark = {
  name: 'history-screens',
  async run() {
    await ensureSystemPackages(['browser', 'fonts'])
    await buildConsole()
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
    try {
      const directory = join(folder, 'state')
      copyFixture('2026.9.6', directory)
      const log = join(folder, 'gateway.log')
      writeFileSync(log, '')
      changeConfig(directory, (config) => {
        config['logging'] = { file: log }
      })
      const at = await prepareHistory(folder, directory)
      const { page, close } = await openInBrowser({ directory, at, folder })
      try {
        return [
          {
            name: 'scripts of the first page, packed',
            value: firstScriptsKb(inProject('dist', 'renderer')),
            unit: 'kB',
            target: 220,
          },
          ...(await measureOpening(page)),
          ...(await measureFilters(page)),
          ...(await measureLive(page, log, at)),
          await measureScrolling(page),
          await measurePanning(page),
          await measureHeap(page),
        ]
      } finally {
        await close()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    }
  },
}

/** Has the console follow a log, fills its database, and returns when the last record is, epoch ms. */
async function prepareHistory(folder: string, directory: string): Promise<number> {
  const first = await openInBrowser({ directory, at: Date.now(), folder })
  try {
    await first.page.getByRole('link', { name: 'Decisions' }).click()
    await first.page.getByRole('button', { name: 'Follow the log' }).click()
    await first.page.getByRole('button', { name: 'Follow the log' }).waitFor({ state: 'hidden' })
    await pause(1000)
  } finally {
    await first.close()
  }
  const name = readdirSync(join(folder, 'home'), { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('switchyard.sqlite'),
  )
  if (name === undefined) throw new Error('the console made no database')
  const file = join(folder, 'home', name)
  fillHistory(file, DECISIONS)
  return closeUp(file)
}

const TIMES: readonly (readonly [table: string, ...columns: string[]])[] = [
  ['history_runs', 'started_ms', 'ended_ms'],
  ['history_decisions', 'at_ms'],
  ['history_attempts', 'at_ms'],
  ['history_profile_states', 'at_ms', 'cooldown_until_ms', 'disabled_until_ms'],
]

/** Brings all times into as many days as a history keeps. */
function closeUp(file: string): number {
  const database = new Database(file)
  try {
    database.pragma('synchronous = OFF')
    const { fromMs, toMs } = database
      .prepare('SELECT min(at_ms) AS fromMs, max(at_ms) AS toMs FROM history_decisions')
      .get() as { fromMs: number; toMs: number }
    const lastMs = fromMs + SPAN_MS
    for (const [table, ...columns] of TIMES) {
      const sets = columns.map(
        (column) => `${column} = CAST(@fromMs + (${column} - @fromMs) * @spanMs / @lengthMs AS INTEGER)`,
      )
      database
        .prepare(`UPDATE ${table} SET ${sets.join(', ')}`)
        .run({ fromMs, spanMs: SPAN_MS, lengthMs: toMs - fromMs })
    }
    return lastMs + 60_000
  } finally {
    database.close()
  }
}

/** From the click on the link to the frame with the first rows: the first time, for which all is fetched, and later ones. */
async function measureOpening(page: Page): Promise<readonly Measure[]> {
  const timesMs: number[] = []
  for (let opening = 0; opening <= OPENINGS; opening++) {
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    // What the page fetches beforehand is here: nobody is faster than that.
    await pause(1000)
    timesMs.push(
      await shownAfterMs(page, () => document.querySelector<HTMLElement>('nav a[href^="/decisions"]')?.click()),
    )
    if (opening < OPENINGS) await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  }
  const [firstMs = Number.NaN, ...laterMs] = timesMs
  return [
    { name: 'Decisions of 1,000,000, first time to rows', value: firstMs, unit: 'ms', target: 300 },
    { name: 'Decisions of 1,000,000, later to rows', value: median(laterMs), unit: 'ms', target: 300 },
  ]
}

const FILTERS: readonly string[] = [
  'providers=one',
  'providers=one*three',
  'did=failed',
  'did=answered',
  'did=skipped',
  'why=rate_limit*overloaded',
  'why=billing',
  'status=429*503',
  'models=two%2Fm2*three%2Fm3',
  'range=24h',
  'range=7d',
  'range=30d',
  'q=overloaded',
  'q=too%20many%20one',
  'did=failed&providers=one*two&why=rate_limit&q=m1',
  '',
]

/** From another filter in the address, as every choice puts it there, to the frame with its rows. */
async function measureFilters(page: Page): Promise<readonly Measure[]> {
  const timesMs: number[] = []
  for (let round = 0; round < 3; round++)
    for (const filter of FILTERS) {
      const spentMs = await shownAfterMs(
        page,
        (search) => {
          history.pushState(null, '', `/decisions?${search}`)
          dispatchEvent(new PopStateEvent('popstate'))
        },
        filter,
      )
      // The first round warms the code.
      if (round > 0) timesMs.push(spentMs)
      await pause(50)
    }
  return [
    { name: 'another filter to rows, median', value: median(timesMs), unit: 'ms', target: null },
    { name: 'another filter to rows, 95th percentile', value: percentile(timesMs, 0.95), unit: 'ms', target: 100 },
  ]
}

/** From the line in the log to the frame with its row. */
async function measureLive(page: Page, log: string, at: number): Promise<readonly Measure[]> {
  const timesMs: number[] = []
  for (let sample = 0; sample < LIVE_SAMPLES; sample++) {
    const runId = `live-${sample}`
    const time = new Date(at + sample).toISOString()
    const line = recordLine({ ...DECISION, runId, sessionId: 's-live' }, { time, _meta: { date: time } })
    await pause(300)
    await watchFor(page, `[data-run="${runId}"]`)
    const startMs = performance.timeOrigin + performance.now()
    appendFileSync(log, `${line}\n`)
    timesMs.push((await shownAt(page)) - startMs)
  }
  return [
    { name: 'line in the log to its row, median', value: median(timesMs), unit: 'ms', target: 100 },
    { name: 'line in the log to its row, 95th percentile', value: percentile(timesMs, 0.95), unit: 'ms', target: null },
  ]
}

interface Watched {
  /** Epoch ms of the frame. */
  shown: Promise<number>
}

/** Has the page note when it draws something that matches and was not there before. */
function watchFor(page: Page, selector: string): Promise<void> {
  return page.evaluate(
    ([wanted, patienceMs]) => {
      const before = document.querySelector('[role="grid"]')
      const isShown = (): boolean => {
        const found = document.querySelector(wanted)
        return found !== null && (!wanted.includes('data-index') || found.closest('[role="grid"]') !== before)
      }
      ;(globalThis as unknown as Watched).shown = new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error(`${location.href} does not show ${wanted}`)), patienceMs)
        const observer = new MutationObserver(() => {
          if (!isShown()) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
        })
        observer.observe(document.body, { attributes: true, childList: true, subtree: true })
      })
    },
    [selector, PATIENCE_MS] as const,
  )
}

function shownAt(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as Watched).shown)
}

/** From what is done in the page to the frame with the first rows of another list. */
async function shownAfterMs(page: Page, act: (argument: string) => void, argument = ''): Promise<number> {
  await watchFor(page, READY)
  const startMs = performance.timeOrigin + performance.now()
  await page.evaluate(act, argument)
  return (await shownAt(page)) - startMs
}

/** A screen of rows goes by in less than a second. */
async function measureScrolling(page: Page): Promise<Measure> {
  const value = await framesPerSecond(page, () =>
    page.evaluate(
      (movingMs) =>
        new Promise<void>((resolve) => {
          const scroller = document.querySelector('[role="grid"]')
          const startMs = performance.now()
          const next = (nowMs: number): void => {
            scroller?.scrollBy(0, 24)
            if (nowMs - startMs > movingMs) resolve()
            else requestAnimationFrame(next)
          }
          requestAnimationFrame(next)
        }),
      MOVING_MS,
    ),
  )
  return { name: 'scrolling 1,000,000 decisions', value, unit: 'fps', target: 55, isLeast: true }
}

async function measurePanning(page: Page): Promise<Measure> {
  await page.getByRole('navigation').getByRole('link', { name: 'Timeline' }).click()
  const frame = page.locator('[data-timeline] [role="application"][data-loading="false"]')
  await frame.waitFor()
  // A part of the whole, so that there is something on either side.
  for (let step = 0; step < 4; step++) await page.getByRole('button', { name: 'Zoom in' }).click()
  await pause(500)
  await frame.waitFor()
  const box = await frame.boundingBox()
  if (box === null) throw new Error('the timeline has no size')
  const [middle, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(middle, y)
  await page.mouse.down()
  const value = await framesPerSecond(page, async () => {
    const startMs = performance.now()
    for (let step = 0; performance.now() - startMs < MOVING_MS; step++)
      await page.mouse.move(middle + 300 * Math.sin(step / 30), y)
  })
  await page.mouse.up()
  return { name: 'moving the timeline of 1,000,000 decisions', value, unit: 'fps', target: 55, isLeast: true }
}

/** What the page holds after all that, without what it has done with. */
async function measureHeap(page: Page): Promise<Measure> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return { name: 'memory of the page’s code afterwards', value: usedSize / 2 ** 20, unit: 'MiB', target: 250 }
}
