import type { KeyringPort } from './ports.ts'

const SERVICE = 'Switchyard'
/** A key ring that asks the user for a password answers late; one that hangs never does. */
const TIMEOUT_MS = 30_000
const PROBE_TIMEOUT_MS = 3000
const PROBE_ACCOUNT = 'probe'

interface Entry {
  getPassword(signal?: AbortSignal): Promise<string | null>
  setPassword(text: string, signal?: AbortSignal): Promise<void>
  deleteCredential(signal?: AbortSignal): Promise<boolean>
}

interface KeyringModule {
  readonly AsyncEntry: new (service: string, account: string, options: typeof ENTRY_OPTIONS) => Entry
}

/** Never the kernel's own ring: it forgets at the next start of the machine, and the secrets would be lost. */
const ENTRY_OPTIONS = { linux: { store: 'secret-service' } } as const

/**
 * The key ring through its native module, which is loaded when it is first needed: not every system has one.
 *
 * @param load for tests; rejects where the module cannot be loaded
 */
export function createKeyring(
  load: () => Promise<KeyringModule> = () => import('@napi-rs/keyring'),
  timeouts: { readonly callMs: number; readonly probeMs: number } = { callMs: TIMEOUT_MS, probeMs: PROBE_TIMEOUT_MS },
): KeyringPort {
  async function call<T>(account: string, timeoutMs: number, use: (entry: Entry) => Promise<T>): Promise<T> {
    const { AsyncEntry } = await load()
    return await within(timeoutMs, use(new AsyncEntry(SERVICE, account, ENTRY_OPTIONS)))
  }

  return {
    async isAvailable() {
      try {
        await call(PROBE_ACCOUNT, timeouts.probeMs, (entry) => entry.getPassword())
        return true
      } catch {
        return false
      }
    },
    get: (account) => call(account, timeouts.callMs, async (entry) => (await entry.getPassword()) ?? null),
    set: (account, text) => call(account, timeouts.callMs, (entry) => entry.setPassword(text)),
    async delete(account) {
      await call(account, timeouts.callMs, (entry) => entry.deleteCredential())
    },
  }
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The key ring does not answer')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
