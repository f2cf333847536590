import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { changeConfig } from './directory-facts.ts'

export interface FakeGateway {
  readonly port: number
  /** Writes to its log what a gateway writes when it has read a changed configuration. */
  log(message: string): void
  close(): Promise<void>
}

/** Something that listens where OpenClaw's gateway would, and has a log; the directory's configuration names both. */
export async function startFakeGateway(directory: string): Promise<FakeGateway> {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  mkdirSync(join(directory, 'logs'), { recursive: true })
  const file = join(directory, 'logs', 'openclaw.log')
  writeFileSync(file, '')
  changeConfig(directory, (config) => {
    config['gateway'] = { port }
    config['logging'] = { file }
  })
  return {
    port,
    log: (message) =>
      appendFileSync(
        file,
        `${JSON.stringify({ 0: JSON.stringify({ subsystem: 'gateway/reload' }), 1: message, message })}\n`,
      ),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
