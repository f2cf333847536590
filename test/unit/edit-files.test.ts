import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { systemCalls, type FileCalls } from '../../electron/files/file-calls.ts'
import {
  backupFile,
  inTurn,
  prepareReplacement,
  replaceFile,
  withFileLock,
  WriteFailure,
} from '../../electron/files/index.ts'
import { systemProcesses, type Processes } from '../../electron/files/processes.ts'
import { bugCase } from '../support/bug-case.ts'
import { temporaryFolder } from '../support/openclaw-files.ts'
import { countedWaiting } from '../support/store-editing.ts'

const UUID = '01234567-89ab-4cde-8f01-23456789abcd'

function fileWith(text: string, mode: number = 0o600): string {
  const file = path.join(temporaryFolder(), 'auth-profiles.json')
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made up`), { code, syscall: 'test' })
}

function failing(name: keyof FileCalls, code: string): FileCalls {
  return { ...systemCalls, [name]: () => Promise.reject(systemError(code)) }
}

/** Opens files whose content cannot be written. */
function fullDisk(code: string): FileCalls {
  return {
    ...systemCalls,
    async open(...args: Parameters<FileCalls['open']>): Promise<FileHandle> {
      const handle = await systemCalls.open(...args)
      const write = handle.writeFile.bind(handle)
      handle.writeFile = async (data) => {
        await write((data as string).slice(0, 3))
        throw systemError(code)
      }
      return handle
    },
  }
}

function leftIn(file: string): string[] {
  return readdirSync(path.dirname(file))
}

describe('replacing a file', () => {
  test('the new content takes the name in one step, and the mode stays', async () => {
    const file = fileWith('old', 0o640)
    const before = statSync(file).ino
    await replaceFile(file, 'new')
    expect(readFileSync(file, 'utf8')).toBe('new')
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect(statSync(file).ino).not.toBe(before)
    expect(leftIn(file)).toEqual(['auth-profiles.json'])
  })

  test('a new file is private', async () => {
    const file = path.join(temporaryFolder(), 'new.json')
    await replaceFile(file, Buffer.from('x'))
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('of a link, the target is replaced and the link stays', async () => {
    const file = fileWith('old')
    const link = path.join(temporaryFolder(), 'link.json')
    symlinkSync(file, link)
    await replaceFile(link, 'new')
    expect(readFileSync(file, 'utf8')).toBe('new')
    expect(readdirSync(path.dirname(link))).toEqual(['link.json'])
  })

  test('a link to nothing is not written through', async () => {
    const link = path.join(temporaryFolder(), 'link.json')
    symlinkSync('/nonexistent/file', link)
    await expect(replaceFile(link, 'new')).rejects.toMatchObject({ kind: 'failed', code: 'ENOENT' })
  })

  test('until it is committed nothing has changed, and it can be discarded', async () => {
    const file = fileWith('old')
    const replacement = await prepareReplacement(file, 'new')
    expect(readFileSync(file, 'utf8')).toBe('old')
    await replacement.discard()
    expect(leftIn(file)).toEqual(['auth-profiles.json'])
  })

  test('what is asked before may still say no', async () => {
    const file = fileWith('old')
    const confirm = (): Promise<void> => Promise.reject(new Error('no'))
    await expect(replaceFile(file, 'new', { confirm })).rejects.toThrow('no')
    expect([readFileSync(file, 'utf8'), leftIn(file)]).toEqual(['old', ['auth-profiles.json']])
  })

  test.each([
    ['open', 'EROFS', 'read_only'],
    ['open', 'EACCES', 'no_permission'],
    ['open', 'ENOSPC', 'disk_full'],
    ['open', 'EMFILE', 'failed'],
    ['rename', 'EXDEV', 'failed'],
    ['rename', 'EROFS', 'read_only'],
  ] as const)('where %s fails with %s, the old file stays and nothing else', async (name, code, kind) => {
    const file = fileWith('old')
    await expect(replaceFile(file, 'new', { calls: failing(name, code) })).rejects.toMatchObject({
      name: 'WriteFailure',
      kind,
      code,
    })
    expect([readFileSync(file, 'utf8'), leftIn(file)]).toEqual(['old', ['auth-profiles.json']])
  })

  test.each(['ENOSPC', 'EDQUOT'])(
    'a disk that is full in the midst (%s) leaves the old file and nothing else',
    async (code) => {
      const file = fileWith('old')
      await expect(replaceFile(file, 'new content', { calls: fullDisk(code) })).rejects.toMatchObject({
        kind: 'disk_full',
      })
      expect([readFileSync(file, 'utf8'), leftIn(file)]).toEqual(['old', ['auth-profiles.json']])
    },
  )

  test('ST-06: a file that is marked read-only stays as it is, whoever asks', async () => {
    const file = fileWith('old', 0o400)
    await expect(replaceFile(file, 'new')).rejects.toMatchObject({ kind: 'read_only' })
    expect(readFileSync(file, 'utf8')).toBe('old')
  })

  test('a file that somebody holds for a moment is tried again', async () => {
    const file = fileWith('old')
    const waiting = countedWaiting()
    let tries = 0
    const rename: FileCalls['rename'] = async (...names) => {
      tries += 1
      if (tries < 3) throw systemError('EPERM')
      await systemCalls.rename(...names)
    }
    await replaceFile(file, 'new', { calls: { ...systemCalls, rename }, waiting })
    expect(readFileSync(file, 'utf8')).toBe('new')
    expect(waiting.pauses).toEqual([10, 40])
    const busy = failing('rename', 'EPERM')
    await expect(replaceFile(file, 'newer', { calls: busy, waiting })).rejects.toMatchObject({ kind: 'no_permission' })
  })

  test('what a killed writer has left goes with the next write; what is young or of others stays', async () => {
    const file = fileWith('old')
    const longAgo = new Date(Date.now() - 3_600_000)
    const names = [`.${UUID}.tmp`, `.lock.${UUID}.tmp`, '.mine.tmp', '.lock', `.${UUID.replace('0', '1')}.tmp`]
    for (const name of names) writeFileSync(file + name, 'secret')
    for (const name of names.slice(0, 4)) utimesSync(file + name, longAgo, longAgo)
    await replaceFile(file, 'new')
    expect(leftIn(file).sort()).toEqual(
      ['', '.mine.tmp', '.lock', `.${UUID.replace('0', '1')}.tmp`].map((name) => `auth-profiles.json${name}`).sort(),
    )
  })

  test('the owner of a file stays its owner, or nothing is written', async () => {
    const file = fileWith('old')
    const chown = vi.fn<(uid: number, gid: number) => Promise<void>>()
    const calls: FileCalls = {
      ...systemCalls,
      stat: (async (...args: Parameters<typeof systemCalls.stat>) =>
        Object.assign(await systemCalls.stat(...args), { uid: 4242, gid: 4343 })) as FileCalls['stat'],
      async open(...args: Parameters<FileCalls['open']>): Promise<FileHandle> {
        return Object.assign(await systemCalls.open(...args), { chown })
      },
    }
    await replaceFile(file, 'new', { calls })
    expect(chown).toHaveBeenCalledWith(4242, 4343)
    chown.mockRejectedValue(systemError('EPERM'))
    await expect(replaceFile(file, 'newer', { calls })).rejects.toMatchObject({ kind: 'no_permission' })
    expect(readFileSync(file, 'utf8')).toBe('new')
  })

  test("what is new in somebody's folder is theirs, also where root has made it", async () => {
    const folder = temporaryFolder()
    const uid = process.getuid?.() === 0 ? 4242 : statSync(folder).uid
    chownSync(folder, uid, statSync(folder).gid)
    const file = path.join(folder, 'new.json')
    const lockUid = await withFileLock(file, async () => statSync(`${file}.lock`).uid)
    await replaceFile(file, 'x')
    expect([lockUid, statSync(file).uid]).toEqual([uid, uid])
  })

  test('a folder is not replaced', async () => {
    const folder = temporaryFolder()
    await expect(replaceFile(folder, 'x')).rejects.toMatchObject({ kind: 'failed', code: 'ENOTFILE' })
  })
})

describe('copies', () => {
  test('the newest ten of ours are kept, private, and no others are touched', async () => {
    const file = fileWith('secret', 0o644)
    writeFileSync(`${file}.bak`, 'theirs')
    writeFileSync(`${file}.last-good`, 'theirs')
    for (let minute = 10; minute < 23; minute += 1) {
      const copy = await backupFile(file, `2026-11-30T02:${minute}:00.000Z`)
      expect(copy).toBe(`${file}.switchyard-2026-11-30T02-${minute}-00.000Z.bak`)
      expect(statSync(copy ?? '').mode & 0o777).toBe(0o600)
    }
    const ours = leftIn(file).filter((name) => name.includes('switchyard'))
    expect(ours).toHaveLength(10)
    expect(ours.sort()[0]).toContain('T02-13-')
    expect(leftIn(file)).toEqual(expect.arrayContaining(['auth-profiles.json.bak', 'auth-profiles.json.last-good']))
  })

  test('two of one instant are two; of nothing there is none', async () => {
    const file = fileWith('a')
    const label = '2026-11-30T02:00:00.000Z'
    const first = await backupFile(file, label)
    writeFileSync(file, 'b')
    const second = await backupFile(file, label)
    expect([first, second].map((copy) => readFileSync(copy ?? '', 'utf8'))).toEqual(['a', 'b'])
    expect(await backupFile(path.join(temporaryFolder(), 'none'), label)).toBeNull()
    await expect(backupFile(file, 'x', fullDisk('ENOSPC'))).rejects.toMatchObject({ kind: 'disk_full' })
    expect(existsSync(`${file}.switchyard-x.bak`)).toBe(false)
  })
})

describe('turns', () => {
  test('tasks of one key follow each other, also after one that failed; others do not wait', async () => {
    const seen: string[] = []
    let release: () => void = () => undefined
    const first = inTurn('a', async () => {
      await new Promise<void>((resolve) => (release = resolve))
      seen.push('first')
      throw new Error('failed')
    })
    const second = inTurn('a', async () => seen.push('second'))
    await inTurn('b', async () => seen.push('other'))
    release()
    await expect(first).rejects.toThrow('failed')
    await second
    expect(seen).toEqual(['other', 'first', 'second'])
  })
})

describe("OpenClaw's lock beside a file", () => {
  const NOW_MS = Date.parse('2026-02-02T02:40:00Z')
  const nobody: Processes = { ownPid: 7, isRunning: () => true, startTimeOf: () => null }

  function lockOf(file: string): string {
    return `${file}.lock`
  }

  function putLock(file: string, text: string, atMs: number = NOW_MS): void {
    writeFileSync(lockOf(file), text)
    utimesSync(lockOf(file), new Date(atMs), new Date(atMs))
  }

  test('it is there while the task runs, names its owner, and is gone afterwards', async () => {
    const file = fileWith('{}')
    const text = await withFileLock(file, async (lock) => {
      await lock.assertHeld()
      expect(statSync(lockOf(file)).mode & 0o777).toBe(0o600)
      return readFileSync(lockOf(file), 'utf8')
    })
    const owner = JSON.parse(text) as { pid: number; createdAt: string; starttime?: number }
    expect(owner.pid).toBe(process.pid)
    expect(new Date(owner.createdAt).toISOString()).toBe(owner.createdAt)
    expect(owner.starttime).toEqual(systemProcesses.startTimeOf(process.pid) ?? undefined)
    expect(leftIn(file)).toEqual(['auth-profiles.json'])
    await expect(withFileLock(file, () => Promise.reject(new Error('task')))).rejects.toThrow('task')
    expect(leftIn(file)).toEqual(['auth-profiles.json'])
  })

  test('ST-09: held by somebody all the time, it is busy after ten tries that wait longer and longer', async () => {
    const file = fileWith('{}')
    putLock(file, JSON.stringify({ pid: 1, createdAt: new Date(NOW_MS).toISOString() }))
    const waiting = countedWaiting()
    const options = { waiting, processes: nobody, nowMs: () => NOW_MS }
    const error = await withFileLock(file, async () => 'never', options).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(WriteFailure)
    expect(error).toMatchObject({ kind: 'busy' })
    expect(waiting.pauses).toEqual([150, 300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000, 10_000])
    expect(existsSync(lockOf(file))).toBe(true)
  })

  test('it is taken as soon as it is free', async () => {
    const file = fileWith('{}')
    putLock(file, JSON.stringify({ pid: 1, createdAt: new Date(NOW_MS).toISOString() }))
    const waiting = { ...countedWaiting(), pause: () => systemCalls.rm(lockOf(file)) }
    expect(await withFileLock(file, async () => 'done', { waiting, processes: nobody, nowMs: () => NOW_MS })).toBe(
      'done',
    )
  })

  interface LockCase {
    readonly bytes: string
    readonly now: string
    readonly pidAlive: boolean
  }

  test.each([
    ['ST-10: the reported one', bugCase<LockCase, { stale: boolean }>('ST-10').input.bytes, { isRunning: () => false }],
    ['its owner is dead', JSON.stringify({ pid: 5, createdAt: '2026-02-02T02:40:00Z' }), { isRunning: () => false }],
    [
      'ST-10: it is old, whoever runs under the number',
      JSON.stringify({ pid: 5, createdAt: '2026-02-02T02:39:29Z' }),
      {},
    ],
    [
      'ST-10: the number is another process by now',
      JSON.stringify({ pid: 5, createdAt: '2026-02-02T02:40:00Z', starttime: 100 }),
      { startTimeOf: () => 200 },
    ],
  ])('an abandoned one is no obstacle: %s', async (_why, text, known) => {
    const file = fileWith('{}')
    putLock(file, text)
    const options = { waiting: countedWaiting(), processes: { ...nobody, ...known }, nowMs: () => NOW_MS }
    expect(await withFileLock(file, async () => 'done', options)).toBe('done')
    expect(options.waiting.pauses).toEqual([])
    expect(leftIn(file)).toEqual(['auth-profiles.json'])
  })

  test.each([
    ['young', JSON.stringify({ pid: 5, createdAt: '2026-02-02T02:39:31Z' })],
    ['of the same process', JSON.stringify({ pid: 5, createdAt: '2026-02-02T02:40:00Z', starttime: 100 })],
    ['being written', ''],
    ['without an owner', '{"createdAt":"2026-02-02T02:39:55Z"}'],
    ['of a clock that is ahead', JSON.stringify({ pid: 5, createdAt: '2027-01-01T00:00:00Z' })],
  ])('one that is %s is respected', async (_why, text) => {
    const file = fileWith('{}')
    putLock(file, text)
    const processes = { ...nobody, startTimeOf: () => 100 }
    const options = { waiting: countedWaiting(), processes, nowMs: () => NOW_MS }
    await expect(withFileLock(file, async () => 'never', options)).rejects.toMatchObject({ kind: 'busy' })
  })

  test.each(['', 'not json', '{"pid":"x"}'])(
    'one that does not name an owner (%j) is as old as its file',
    async (text) => {
      const file = fileWith('{}')
      putLock(file, text, NOW_MS - 31_000)
      const options = { waiting: countedWaiting(), processes: nobody, nowMs: () => NOW_MS }
      expect(await withFileLock(file, async () => 'done', options)).toBe('done')
    },
  )

  test('of two that find the same abandoned lock, neither removes the new one of the other', async () => {
    const file = fileWith('{}')
    const dead = JSON.stringify({ pid: 5, createdAt: '2026-02-02T01:00:00Z' })
    const theirs = JSON.stringify({ pid: 6, createdAt: new Date(NOW_MS).toISOString() })
    putLock(file, dead)
    // Between the second look and the removal, somebody else has done the same and holds a lock.
    const calls: FileCalls = {
      ...systemCalls,
      async rename(source, target) {
        if (String(source) === lockOf(file)) putLock(file, theirs)
        await systemCalls.rename(source, target)
      },
    }
    const options = { calls, waiting: countedWaiting(), processes: nobody, nowMs: () => NOW_MS }
    await expect(withFileLock(file, async () => 'never', options)).rejects.toMatchObject({ kind: 'busy' })
    expect(readFileSync(lockOf(file), 'utf8')).toBe(theirs)
    expect(leftIn(file).sort()).toEqual(['auth-profiles.json', 'auth-profiles.json.lock'])
  })

  test('one that was taken away meanwhile is noticed, and that of its new owner stays', async () => {
    const file = fileWith('{}')
    const theirs = JSON.stringify({ pid: 6, createdAt: '2026-02-02T02:40:00Z' })
    await expect(
      withFileLock(file, async (lock) => {
        putLock(file, theirs)
        await lock.assertHeld()
      }),
    ).rejects.toMatchObject({ kind: 'busy' })
    expect(readFileSync(lockOf(file), 'utf8')).toBe(theirs)
  })

  test('callers of one process take turns without waiting for time to pass', async () => {
    const file = fileWith('0')
    const waiting = countedWaiting()
    const add = async (): Promise<void> => writeFileSync(file, String(Number(readFileSync(file, 'utf8')) + 1))
    await Promise.all(Array.from({ length: 20 }, () => withFileLock(file, add, { waiting })))
    expect([readFileSync(file, 'utf8'), waiting.pauses]).toEqual(['20', []])
  })

  test('where it cannot be made, that is said', async () => {
    const file = fileWith('{}')
    const task = async (): Promise<string> => 'never'
    await expect(withFileLock(file, task, { calls: failing('open', 'EROFS') })).rejects.toMatchObject({
      kind: 'read_only',
    })
    await expect(withFileLock(file, task, { calls: fullDisk('ENOSPC') })).rejects.toMatchObject({ kind: 'disk_full' })
    expect(leftIn(file)).toEqual(['auth-profiles.json'])
    mkdirSync(lockOf(file))
    const options = { waiting: countedWaiting(), processes: nobody }
    await expect(withFileLock(file, task, options)).rejects.toMatchObject({ kind: 'busy' })
  })
})

test('a process that has ended is known to have', () => {
  expect(systemProcesses.isRunning(process.pid)).toBe(true)
  expect(systemProcesses.isRunning(2 ** 30)).toBe(false)
  expect(systemProcesses.startTimeOf(2 ** 30)).toBeNull()
})
