import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'

import type { Contract } from '../../../shared/contract/index.ts'

/** A call of `host.info` as it travels over a message port, for specs that send it from where no client is. */
export async function encodedHostCall(): Promise<string> {
  return new Promise((resolve) => {
    const port = { postMessage: (data: unknown) => resolve(String(data)), on: () => undefined }
    const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port }))
    // Never answered: only what it sends is of interest.
    void client.host.info()
  })
}
