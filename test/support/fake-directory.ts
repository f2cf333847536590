import type { OpenFailure } from '../../shared/contract/errors.ts'
import type { Problem } from '../../shared/contract/problems.ts'
import type { DirectoryFacts } from '../../shared/engine/index.ts'
import type { DirectoryPorts } from '../../electron/host/ports.ts'
import type { ManualTime } from './manual-time.ts'

/** A state directory in memory: what reading it gives is set by the test, and changes are told when the test says so. */
export interface FakeDirectory {
  readonly ports: DirectoryPorts
  facts: DirectoryFacts
  problems: readonly Problem[]
  failure: OpenFailure | null
  watchPaths: readonly string[]
  /** How often it was read. */
  reads: number
  /** Called before each read; a test may hold a read up with it. */
  beforeRead: () => Promise<void> | void
  readonly openWatches: ReadonlySet<string>
  change(): void
  readonly logged: readonly string[]
}

export function createFakeDirectory(facts: DirectoryFacts, { clock, timers }: ManualTime): FakeDirectory {
  const listeners = new Map<string, () => void>()
  const openWatches = new Set<string>()
  const logged: string[] = []
  let serial = 0

  function startWatch(name: string, onChange: () => void): { close(): void } {
    serial += 1
    const key = `${name}#${serial}`
    listeners.set(key, onChange)
    openWatches.add(key)
    return {
      close() {
        listeners.delete(key)
        openWatches.delete(key)
      },
    }
  }

  const directory: FakeDirectory = {
    facts,
    problems: [],
    failure: null,
    watchPaths: ['/state'],
    reads: 0,
    beforeRead: () => undefined,
    openWatches,
    logged,
    change() {
      const current = [...listeners.values()]
      for (const listener of current) listener()
    },
    ports: {
      clock,
      timers,
      async read(_path, policyId) {
        directory.reads += 1
        await directory.beforeRead()
        const { failure, problems, watchPaths } = directory
        const read = structuredClone(directory.facts)
        const configFile = { path: '/state/openclaw.json', revision: null, gateway: { port: null, logFile: null } }
        const { policyId: ownPolicyId } = read
        return failure ?? { facts: { ...read, policyId: policyId ?? ownPolicyId }, problems, watchPaths, configFile }
      },
      watch(paths, onChange) {
        let watch = startWatch(paths.join(','), onChange)
        return Promise.resolve({
          update(next) {
            watch.close()
            watch = startWatch(next.join(','), onChange)
            return Promise.resolve()
          },
          close: () => watch.close(),
        })
      },
      watchForReturn: (path, onChange) => startWatch(`return of ${path}`, onChange),
      log: (message) => void logged.push(message),
    },
  }
  return directory
}

export function fakeProblem(fields: Partial<Problem>): Problem {
  const { code = 'syntax_error', file = 'openclaw.json' } = fields
  return {
    id: `${code}|${file}`,
    severity: 'error',
    code,
    file,
    line: null,
    column: null,
    message: 'It is broken.',
    hint: null,
    agentId: null,
    ...fields,
  }
}
