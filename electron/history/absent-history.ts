import { StoreRefused } from '../store/index.ts'
import type { History } from './types.ts'

/** Until the history is there. */
export function absentHistory(): History {
  const refuse = (): Promise<never> =>
    Promise.reject(new StoreRefused('unwritable', '', 'There is no history yet.', 'Update Switchyard.'))
  return new Proxy({}, { get: () => refuse }) as History
}
