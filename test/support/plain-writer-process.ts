/**
 * A writer that follows OpenClaw's protocol by itself, without any code of this project:
 * `plain-writer-process.ts <layout> <file> <name> <count>`. In a database it uses immediate transactions; with files it
 * takes the lock beside `auth-profiles.json`. It keeps what it has open until its input ends.
 */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'

const [layout = '', file = '', name = '', countText = '0'] = process.argv.slice(2)

interface State {
  version: number
  order?: Record<string, string[]>
  usageStats?: Record<string, { errorCount?: number }>
}

function countUp(text: string | null): string {
  const state = JSON.parse(text ?? '{"version":1}') as State
  const stats = (state.usageStats ??= {})
  for (const id of [`alpha:${name}`, 'alpha:all']) stats[id] = { errorCount: (stats[id]?.errorCount ?? 0) + 1 }
  const own = stats[`alpha:${name}`]?.errorCount ?? 0
  if (own % 100 === 0) {
    const order = (state.order ??= {})
    order['alpha'] = [...(order['alpha'] ?? []), `alpha:${name}-${own}`]
  }
  return JSON.stringify(state)
}

async function writeDatabase(count: number): Promise<void> {
  const db = new Database(file, { timeout: 5000 })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  const read = db.prepare(`SELECT state_json FROM auth_profile_state WHERE state_key = 'primary'`).pluck()
  const write = db.prepare(`INSERT INTO auth_profile_state VALUES ('primary', ?, ?)
    ON CONFLICT (state_key) DO UPDATE SET state_json = excluded.state_json, updated_at = excluded.updated_at`)
  const step = db.transaction(() => write.run(countUp((read.get() as string | undefined) ?? null), Date.now()))
  for (let done = 0; done < count; done += 1) {
    step.immediate()
    process.stdout.write(`${done + 1}\n`)
    // Others want their turn as well.
    if (done % 10 === 0) await delay(1)
  }
  await inputEnd()
  db.close()
}

async function writeFiles(count: number): Promise<void> {
  const lock = file.replace('auth-state.json', 'auth-profiles.json.lock')
  for (let done = 0; done < count;) {
    if (!takeLock(lock)) {
      await delay(5 + Math.random() * 20)
      continue
    }
    const text = statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : null
    const next = `${JSON.stringify(JSON.parse(countUp(text)), null, 2)}\n`
    const temporary = `${file}.${crypto.randomUUID()}.tmp`
    const descriptor = openSync(temporary, 'wx', 0o600)
    writeSync(descriptor, next)
    fsyncSync(descriptor)
    closeSync(descriptor)
    renameSync(temporary, file)
    unlinkSync(lock)
    done += 1
    process.stdout.write(`${done}\n`)
    await delay(1)
  }
  await inputEnd()
}

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, JSON.stringify({ pid: process.pid, createdAt: new Date().toISOString() }), {
      flag: 'wx',
      mode: 0o600,
    })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function inputEnd(): Promise<void> {
  process.stdout.write('finished\n')
  process.stdin.resume()
  await new Promise((resolve) => process.stdin.once('end', resolve))
}

await (layout === 'S1' ? writeDatabase(Number(countText)) : writeFiles(Number(countText)))
