import type { GatewayEdit, TakesEffect } from '../../../shared/contract/types.ts'
import { logOn } from '../../logs/index.ts'
import type { GatewayQuestion, GatewaySighting, ReloadOutcome, ReloadWatch } from '../../openclaw/index.ts'
import type { Clock } from '../clock.ts'
import type { OpenDirectory } from '../open-directory.ts'
import type { Timers } from '../timers.ts'

/** A reload takes one to two seconds; a busy machine gets several times as long. */
const CONFIRMATION_MS = 15_000
/** How long a look at whether a gateway runs holds, unless something is about to be edited. */
const LOOK_AGAIN_MS = 30_000

export interface GatewayPorts {
  readonly clock: Clock
  readonly timers: Timers
  find(question: GatewayQuestion): Promise<GatewaySighting | null>
  watchReload(logFile: string): Promise<ReloadWatch>
}

/**
 * What a running OpenClaw does about the edits made here: some it notices by itself, of others it keeps its own copy until
 * it reads its stores again. Nothing is polled: it looks when a directory opens, is read, or is about to be edited.
 */
export interface GatewayFollower {
  /** Looks whether a gateway runs, if the last look is old. */
  look(): Promise<void>
  /**
   * Does an edit and follows what becomes of it.
   *
   * @param what the part that was edited; null: nothing was after all
   */
  around<T>(
    edit: () => Promise<{ readonly what: GatewayEdit['what'] | null; readonly result: T }>,
  ): Promise<Followed<T>>
  close(): void
}

export interface Followed<T> {
  readonly result: T
  readonly takesEffect: TakesEffect
}

/** @param usualLog where OpenClaw logs, as far as the configuration says now */
export function createGatewayFollower(
  directory: OpenDirectory,
  ports: GatewayPorts,
  usualLog: () => string,
): GatewayFollower {
  const { clock, timers } = ports
  let lookedAtMs = -Infinity
  let endFollowing: (() => void) | null = null
  let isClosed = false

  function set(change: Partial<OpenDirectory['state']['gateway']>): void {
    if (!isClosed) directory.set({ gateway: { ...directory.state.gateway, ...change } })
  }

  async function lookNow(): Promise<GatewaySighting | null> {
    lookedAtMs = clock.now()
    const { path: configPath, gateway } = directory.configFile
    const running = directory.state.kind === 'attached' ? await ports.find({ configPath, port: gateway.port }) : null
    set({ running })
    return running
  }

  /** Resolves `lastEdit` by what the log says within the time that a reload takes. */
  function follow(edit: GatewayEdit, watch: ReloadWatch): void {
    const cancel = timers.after(CONFIRMATION_MS, watch.stop)
    endFollowing = () => {
      cancel()
      watch.stop()
    }
    void watch.outcome.then((found) => settle(found))

    function settle(found: ReloadOutcome | null): void {
      cancel()
      if (directory.state.gateway.lastEdit !== edit) return
      const outcome = found ?? (edit.outcome === 'waiting' ? 'not_confirmed' : edit.outcome)
      if (outcome !== edit.outcome) set({ lastEdit: { ...edit, outcome, outcomeAtMs: clock.now() } })
    }
  }

  return {
    async look() {
      if (clock.now() - lookedAtMs >= LOOK_AGAIN_MS) await lookNow()
    },
    async around(edit) {
      const running = await lookNow()
      if (running === null) {
        const { result } = await edit()
        return { result, takesEffect: 'at_once' }
      }
      // From before the edit: the answer may come at once.
      const watch = await ports.watchReload(logOn(usualLog(), clock.now()))
      const { what, result } = await edit().catch((error: unknown) => {
        watch.stop()
        throw error
      })
      endFollowing?.()
      endFollowing = null
      if (what === null) {
        watch.stop()
        return { result, takesEffect: 'at_once' }
      }
      const isNoticed = what === 'config'
      const outcome = isNoticed ? 'waiting' : 'keeps_own_copy'
      set({ lastEdit: { atMs: clock.now(), what, outcome, outcomeAtMs: null } })
      const { lastEdit } = directory.state.gateway
      // A reload for another reason makes it read the stores as well.
      if (lastEdit !== null) follow(lastEdit, watch)
      return { result, takesEffect: isNoticed ? noticedBy(directory) : 'keeps_own_copy' }
    },
    close() {
      isClosed = true
      endFollowing?.()
    },
  }
}

/** Releases that share one store read their configuration while they run; older ones restart themselves for it. */
function noticedBy(directory: OpenDirectory): TakesEffect {
  return directory.state.facts.era === 'S2' ? 'reloads' : 'restarts'
}
