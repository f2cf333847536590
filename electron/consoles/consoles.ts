import { realpathSync } from 'node:fs'
import path from 'node:path'

import { Refusal, systemTimers, type Beside, type Host, type HostOptions, type Timers } from '../host/index.ts'
import { FIRST_CONSOLE } from './first-console.ts'

/** What a console opens when it starts. */
export type ConsoleStart = Pick<HostOptions, 'initialDirectory' | 'initialLog' | 'openExample'>

/** A console that somebody looks at: it stays until everybody has let go of it. */
export interface HeldConsole {
  readonly id: string
  readonly host: Host
  /** Once is enough; more do nothing. */
  release(): void
}

/** What the desktop and the browser edition do differently. */
export interface ConsoleEdition {
  readonly place: Beside['place']
  /** How long a console lives on when nobody holds it any more. */
  readonly graceMs: number
  /**
   * Shows a console that was asked for, and lets go of it when it is not seen any more.
   *
   * @returns as `Beside.open` does
   */
  present(held: HeldConsole): string | null
}

export interface ConsolesOptions {
  readonly edition: ConsoleEdition
  readonly first: ConsoleStart
  readonly createHost: (id: string, start: ConsoleStart, beside: Beside) => Host
  readonly timers?: Timers
}

/** The consoles of one process. The first is there from the start, the others come when they are asked for. */
export interface Consoles {
  /** Whether there is such a console, or has been. */
  has(id: string): boolean
  /** Holds a console. One that has ended meanwhile starts again with what it showed. Undefined: there never was such. */
  hold(id: string): HeldConsole | undefined
  /** As `Beside.open`, for whoever belongs to none of them. */
  openBeside(directory: string | null): Promise<string | null>
  close(): Promise<void>
}

/** Each has a host with its timers, watches and connections. */
const MOST_AT_ONCE = 16

interface Entry {
  readonly id: string
  /** null: it has ended. */
  host: Host | null
  /** What it opens when it is held again. */
  start: ConsoleStart
  holders: number
  cancelEnd: () => void
}

export function createConsoles(options: ConsolesOptions): Consoles {
  const { edition, first, createHost, timers = systemTimers } = options
  const entries = new Map<string, Entry>()
  const closing = new Set<Promise<void>>()
  let opening: Promise<unknown> = Promise.resolve()
  let lastId = 0
  let isClosed = false

  function add(start: ConsoleStart): Entry {
    lastId += 1
    const entry: Entry = { id: String(lastId), host: null, start, holders: 0, cancelEnd: () => undefined }
    entries.set(entry.id, entry)
    entry.host = createHost(entry.id, start, besideOf(entry.id))
    return entry
  }

  function hold(entry: Entry): HeldConsole {
    entry.cancelEnd()
    entry.holders += 1
    const host = (entry.host ??= createHost(entry.id, entry.start, besideOf(entry.id)))
    let isHeld = true
    return {
      id: entry.id,
      host,
      release() {
        if (!isHeld) return
        isHeld = false
        entry.holders -= 1
        if (entry.holders > 0 || entry.id === FIRST_CONSOLE || isClosed) return
        entry.cancelEnd = timers.after(edition.graceMs, () => end(entry))
      },
    }
  }

  function end(entry: Entry): void {
    const { host } = entry
    if (host === null) return
    entry.cancelEnd()
    entry.start = startOf(host.shown())
    entry.host = null
    const done = host.close().finally(() => closing.delete(done))
    closing.add(done)
  }

  /** One after the other: two that ask for the same directory get the same console. */
  function openBeside(directory: string | null): Promise<string | null> {
    const turn = opening.then(async () => edition.present(await consoleFor(directory)))
    opening = turn.catch(() => undefined)
    return turn
  }

  async function consoleFor(directory: string | null): Promise<HeldConsole> {
    if (isClosed) throw new Error('The consoles are closed')
    const there = directory === null ? undefined : showing(directory)
    if (there !== undefined) return hold(there)
    if (entriesOfNow().length >= MOST_AT_ONCE) throw tooMany(edition.place)
    const entry = add({ initialDirectory: null })
    const held = hold(entry)
    try {
      if (directory !== null) await held.host.open(directory)
      return held
    } catch (error) {
      // Nobody has seen it.
      end(entry)
      entries.delete(entry.id)
      throw error
    }
  }

  function entriesOfNow(): readonly Entry[] {
    return [...entries.values()].filter(({ host }) => host !== null)
  }

  function showing(directory: string, exceptId?: string): Entry | undefined {
    const wanted = realPath(directory)
    return entriesOfNow().find(({ id, host }) => {
      const shown = host?.shown() ?? null
      return id !== exceptId && shown !== null && realPath(shown.path) === wanted
    })
  }

  function besideOf(id: string): Beside {
    return {
      place: edition.place,
      open: openBeside,
      isElsewhere: (directory) => showing(directory, id) !== undefined,
      show(directory) {
        const entry = edition.place === 'window' ? showing(directory, id) : undefined
        if (entry === undefined) return false
        edition.present(hold(entry))
        return true
      },
    }
  }

  add(first)
  return {
    has: (id) => entries.has(id),
    hold(id) {
      const entry = isClosed ? undefined : entries.get(id)
      return entry === undefined ? undefined : hold(entry)
    },
    openBeside,
    async close() {
      isClosed = true
      await opening
      for (const entry of entriesOfNow()) end(entry)
      await Promise.all(closing)
    },
  }
}

/** An example goes with its console; another one takes its place. */
function startOf(shown: ReturnType<Host['shown']>): ConsoleStart {
  if (shown?.kind === 'example') return { openExample: true }
  if (shown?.kind === 'log') return { initialLog: shown.path }
  return { initialDirectory: shown?.path ?? null }
}

function realPath(directory: string): string {
  try {
    return realpathSync(directory)
  } catch {
    return path.resolve(directory)
  }
}

function tooMany(place: Beside['place']): Refusal {
  return new Refusal('OPEN_FAILED', `${MOST_AT_ONCE} directories are open side by side already.`, {
    hint: `Close a ${place} that you do not need.`,
  })
}
