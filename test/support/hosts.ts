import { afterEach, beforeEach, vi } from 'vitest'
import { startEditingHost, type EditingHost, type EditingHostOptions } from './editing-host.ts'
import { temporaryFolder } from './fixture-copy.ts'

/** Hosts of one test, and the folder that they take for that of temporary files. */
export interface TestHosts {
  /** The path of that folder, which goes when the test ends. */
  readonly temporary: string
  /** Starts a host that is closed when the test ends. */
  start(options: EditingHostOptions): Promise<EditingHost>
}

/** @param usual what every host is started with unless a test says otherwise */
export function useTestHosts(usual: EditingHostOptions = {}): TestHosts {
  let scratch: ReturnType<typeof temporaryFolder> | null = null
  let opened: EditingHost[] = []
  beforeEach(() => {
    scratch = temporaryFolder()
    vi.stubEnv('TMPDIR', scratch.path)
  })
  afterEach(async () => {
    await Promise.all(opened.map((editing) => editing.close()))
    opened = []
    vi.unstubAllEnvs()
    scratch?.remove()
  })
  return {
    get temporary() {
      return scratch?.path ?? ''
    },
    async start(options) {
      const editing = await startEditingHost({ ...usual, ...options })
      opened.push(editing)
      return editing
    },
  }
}
