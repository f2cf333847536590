import type { OpenFailure } from '../../shared/contract/errors.ts'
import type { Problem } from '../../shared/contract/problems.ts'
import type { DirectoryChange, DirectoryState, VaultState } from '../../shared/contract/types.ts'
import { describeDirectory, policyForVersion, type DirectoryFacts, type PolicyId } from '../../shared/engine/index.ts'
import { createAlarm } from './alarm.ts'
import { directoryChange, shareState } from './directory-change.ts'
import { watchDirectory, type DirectoryWatch } from './directory-watch.ts'
import { createLastGood, type Part } from './last-good.ts'
import { soonestChangeAtMs } from './next-change.ts'
import { isReading, type DirectoryPorts, type DirectoryReading } from './ports.ts'
import { createSingleFlight } from './single-flight.ts'
import { delay } from './timers.ts'
import { createTransitionLog } from './transition-log.ts'

/** The rules of the console's own engine. */
export const OWN_POLICY: PolicyId = 'docs-2026.7'
const NO_GATEWAY: DirectoryState['gateway'] = { running: null, lastEdit: null }

/** How long a writer gets to finish a file before what was found in it counts. */
const SECOND_LOOK_MS = 120

export interface OpenDirectoryOptions {
  readonly path: string
  readonly kind: DirectoryState['kind']
  readonly ports: DirectoryPorts
  /** The vault of an own directory. */
  readonly vault?: VaultState | null
}

/** The part of the state that does not come from reading the directory. */
export type OtherState = Pick<DirectoryState, 'gateway' | 'vault'>

export type ChangeListener = (state: DirectoryState, change: DirectoryChange) => void

/** One state directory that is being followed until it is closed. */
export interface OpenDirectory {
  readonly state: DirectoryState
  /** The configuration as a file, when the directory was last read. */
  readonly configFile: DirectoryReading['configFile']
  /** Tells every change from now on. */
  follow(listener: ChangeListener): void
  /** Reads it again now, and tells that it was read even if nothing is different. */
  reread(): Promise<void>
  /**
   * Reads and evaluates it by other rules.
   *
   * @param policyId null: those of the version that wrote the directory
   */
  setPolicy(policyId: PolicyId | null): Promise<void>
  /**
   * Runs something that writes to the directory and then reads it again itself: what the watch notices meanwhile causes no
   * reading of its own, which the other one would have to wait for.
   */
  whileWriting<T>(task: () => Promise<T>): Promise<T>
  /** Sets what is known from elsewhere. */
  set(other: Partial<OtherState>): void
  close(): Promise<void>
}

/** Reads a directory and follows it: changes on disk, and what time alone changes. */
export async function openDirectory(options: OpenDirectoryOptions): Promise<OpenDirectory | OpenFailure> {
  const { path, kind, ports, vault = null } = options
  // The console's own engine goes by its own rules, whatever is in the files.
  const usualPolicyId: PolicyId | null = kind === 'own' ? OWN_POLICY : null
  const first = await ports.read(path, usualPolicyId)
  if (!isReading(first)) return first

  const lastGood = createLastGood()
  const log = createTransitionLog()
  const alarm = createAlarm(ports.clock, ports.timers, () => reevaluate())
  const reading = createSingleFlight(readAgain)
  let chosenPolicyId: PolicyId | null = null
  let keptParts: ReadonlySet<Part> = new Set()
  let isMissing = false
  let isClosed = false
  let writers = 0
  let hasMissed = false
  /** Whoever waits for what the next reading tells. */
  let waiting: (() => void)[] = []
  let configFile = first.configFile
  let tell: ChangeListener | null = null
  let state = initialState(first)
  let watch: DirectoryWatch | null = null

  function initialState(read: DirectoryReading): DirectoryState {
    const nowMs = ports.clock.now()
    lastGood.remember(read, nowMs)
    return {
      path,
      kind,
      facts: read.facts,
      policySource: 'version',
      problems: problemsOf(read.problems),
      transitions: follow(read.facts, nowMs),
      readAtMs: nowMs,
      configRevision: read.configFile.revision,
      gateway: NO_GATEWAY,
      vault,
      bundle: null,
    }
  }

  /** A new directory of our own has no accounts yet, which is no problem. */
  function problemsOf(problems: readonly Problem[]): readonly Problem[] {
    return kind === 'own' ? problems.filter(({ code }) => code !== 'no_store') : problems
  }

  /** Evaluates the facts at an instant, sets the alarm for the next one, and gives what changed so far. */
  function follow(facts: DirectoryFacts, nowMs: number): DirectoryState['transitions'] {
    const statuses = describeDirectory(facts, nowMs)
    log.follow({ facts, nowMs, statuses })
    alarm.set(isClosed ? null : soonestChangeAtMs(statuses))
    return log.transitions
  }

  function update(next: Partial<DirectoryState>, isWorthTelling = false): void {
    const before = state
    state = shareState(before, { ...before, ...next })
    const change = directoryChange(before, state)
    if (change !== null || isWorthTelling) tell?.(state, change ?? { readAtMs: state.readAtMs })
  }

  function reevaluate(): void {
    if (!isClosed) update({ transitions: follow(state.facts, ports.clock.now()) })
  }

  async function readAgain(): Promise<void> {
    const told = waiting
    waiting = []
    try {
      await readOnce(() => settle(told))
    } finally {
      settle(told)
    }
  }

  /** @param onTold called as soon as everybody knows what was read */
  async function readOnce(onTold: () => void): Promise<void> {
    if (isClosed) return
    let read = await ports.read(path, chosenPolicyId ?? usualPolicyId)
    if (looksUnfinished(read)) {
      await delay(ports.timers, SECOND_LOOK_MS)
      if (isClosed) return
      read = await ports.read(path, chosenPolicyId ?? usualPolicyId)
    }
    if (isClosed) return
    if (isReading(read)) await accept(read, onTold)
    else await reportMissing(read)
  }

  /** Something that was fine a moment ago is broken or gone: a writer may be at work. */
  function looksUnfinished(read: DirectoryReading | OpenFailure): boolean {
    if (!isReading(read)) return !isMissing
    const settled = lastGood.complete(state.facts, read)
    if ([...settled.keptParts].some((part) => !keptParts.has(part))) return true
    if (state.facts.sharedStore !== null && settled.facts.sharedStore === null) return true
    const presentIds = new Set(
      settled.facts.agents.flatMap(({ id, storeState }) => (storeState === 'present' ? id : [])),
    )
    return state.facts.agents.some(({ id, storeState }) => storeState === 'present' && !presentIds.has(id))
  }

  async function accept(read: DirectoryReading, onTold: () => void): Promise<void> {
    const wasMissing = isMissing
    isMissing = false
    const settled = lastGood.complete(state.facts, read)
    const nowMs = ports.clock.now()
    keptParts = settled.keptParts
    lastGood.remember(settled, nowMs)
    configFile = read.configFile
    const configRevision = configFile.revision
    take({ ...byPolicy(settled.facts), problems: problemsOf(settled.problems), readAtMs: nowMs, configRevision })
    onTold()
    if (isClosed) return
    await watch?.follow(read.watchPaths)
    // As after opening: nobody has seen what changed before the watch was ready.
    if (wasMissing) void requestRead()
  }

  /** The directory itself cannot be read any more: what was known stays, and its return is waited for. */
  async function reportMissing(failure: OpenFailure): Promise<void> {
    isMissing = true
    const problems = [missingProblem(failure, state.readAtMs)]
    take({ ...byPolicy(state.facts), problems })
    if (!isClosed) await watch?.awaitReturn()
  }

  /** Tells what was read at once, and what it means for the past when that is on its way: it takes longer to work out. */
  function take(next: Partial<DirectoryState>): void {
    update(next)
    setImmediate(reevaluate)
  }

  /** Facts by the policy that is set; parts that were kept may stem from another one. */
  function byPolicy(facts: DirectoryFacts): Pick<DirectoryState, 'facts' | 'policySource'> {
    const policyId = chosenPolicyId ?? usualPolicyId ?? policyForVersion(facts.openclawVersion, facts.era)
    const policySource = chosenPolicyId === null ? 'version' : 'chosen'
    return { facts: policyId === facts.policyId ? facts : { ...facts, policyId }, policySource }
  }

  function notice(): void {
    if (writers > 0) hasMissed = true
    else void requestRead()
  }

  function requestRead(): Promise<void> {
    if (isClosed) return Promise.resolve()
    return reading.request().catch((error: unknown) => ports.log('Reading the directory again failed', error))
  }

  watch = await watchDirectory(ports, { path, paths: first.watchPaths, onChange: notice })
  // What changed between the first reading and the watch is found by reading once more.
  void requestRead()
  return {
    get state() {
      return state
    },
    get configFile() {
      return configFile
    },
    follow(listener) {
      tell = listener
    },
    async reread() {
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve)
        reading.request().catch(reject)
      })
      update({}, true)
    },
    setPolicy(policyId) {
      chosenPolicyId = policyId
      return reading.request()
    },
    async whileWriting(task) {
      writers += 1
      try {
        return await task()
      } finally {
        writers -= 1
        // It may have been somebody else's doing.
        if (writers === 0 && hasMissed) {
          hasMissed = false
          void requestRead()
        }
      }
    },
    set: (other) => update(other),
    async close() {
      isClosed = true
      alarm.set(null)
      await watch?.close()
      await reading.idle()
    },
  }
}

function settle(waiting: readonly (() => void)[]): void {
  for (const resolve of waiting) resolve()
}

function missingProblem(failure: OpenFailure, keptFromMs: number): Problem {
  return {
    id: 'directory_missing',
    severity: 'error',
    code: 'directory_missing',
    file: failure.path,
    line: null,
    column: null,
    message: failure.message,
    hint: 'The console goes on with what it read before, and reads again as soon as the directory is back.',
    agentId: null,
    keptFromMs,
  }
}
