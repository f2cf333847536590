import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../../../shared/contract/index.ts'

/** What the renderer can ask its host, over whichever wire. */
export type HostClient = ContractRouterClient<Contract>

/** One wire to the host, from opening to closing. */
export interface Connection {
  readonly client: HostClient
  /** Resolves when messages can be sent; rejects with a `ConnectionRefused` or any other error when they never can. */
  readonly opened: Promise<void>
  /** Resolves when the wire is gone. */
  readonly closed: Promise<void>
  close(): void
}

/** The host is there and does not accept this page; trying again with the same key is of no use. */
export class ConnectionRefused extends Error {
  override name = 'ConnectionRefused'
}
