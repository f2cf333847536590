import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runStatus } from '../../electron/cli/run-status.ts'
import type { StatusReport } from '../../electron/cli/status-report.ts'
import { createExampleDirectory } from '../../electron/example/index.ts'
import { readStateDirectory } from '../../electron/openclaw/index.ts'
import { describeAgent } from '../../shared/engine/index.ts'
import { must } from '../support/build-facts.ts'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { runCommand } from '../support/run-command.ts'

const PROJECT = join(import.meta.dirname, '..', '..')
/** An instant at which windows of the fixtures are running. */
const AT = '2026-11-30T02:32:00Z'
const AT_MS = Date.parse(AT)

let folder: ReturnType<typeof temporaryFolder>

beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

interface Result {
  readonly status: number
  readonly output: string
  readonly errors: string
}

async function status(
  args: readonly string[],
  options: { env?: Record<string, string>; terminalColumns?: number; nowMs?: number } = {},
): Promise<Result> {
  let output = ''
  let errors = ''
  const { env = {}, ...rest } = options
  const exitStatus = await runStatus({
    args,
    env: { HOME: folder.path, ...env },
    print: (text) => void (output += text),
    printError: (text) => void (errors += text),
    ...rest,
  })
  return { status: exitStatus, output, errors }
}

function stateCopy(version: Parameters<typeof copyFixture>[0]): string {
  const path = join(folder.path, 'state')
  copyFixture(version, path)
  return path
}

/** Every file below a folder with its size and time of change. */
function contentOf(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { size, mtimeMs } = statSync(join(path, name))
      return `${name} ${size} ${mtimeMs}`
    })
    .sort()
}

describe('the report', () => {
  test.each(['2026.5.20', '2026.7.1', '2026.9.6'] as const)(
    'as JSON says what the engine says of %s',
    async (version) => {
      const path = stateCopy(version)
      const { status: exitStatus, output, errors } = await status([path, '--json', '--at', AT])
      expect([exitStatus, errors]).toEqual([0, ''])
      const report = JSON.parse(output) as StatusReport
      const read = await readStateDirectory(path, { env: {}, homeDir: folder.path })
      if (!('facts' in read)) throw new Error(read.message)
      const engine = must(describeAgent(read.facts, 'main', AT_MS))
      expect(report).toMatchObject({
        format: 'switchyard-status/1',
        directory: path,
        era: read.facts.era,
        policyId: read.facts.policyId,
        policySource: 'version',
        atMs: AT_MS,
        at: '2026-11-30T02:32:00.000Z',
      })
      const [agent] = report.agents
      expect(agent?.providers.map(({ provider }) => provider)).toEqual(engine.lanes.map(({ provider }) => provider))
      for (const [index, lane] of engine.lanes.entries()) {
        const provider = must(agent?.providers[index])
        expect(provider.profiles.map(({ profileId }) => profileId)).toEqual(
          lane.order.entries.map((entry) => entry.profileId),
        )
        expect(provider.excluded.map(({ profileId, code }) => ({ profileId, code }))).toEqual(lane.order.excluded)
        expect(provider.profiles.map((profile) => profile.windows)).toEqual(
          lane.profiles.map((profile) => profile.windows),
        )
      }
      expect(agent?.candidates.map(({ state, availableAtMs }) => [state, availableAtMs])).toEqual(
        engine.serving.candidates.map(({ state, availableAtMs }) => [state, availableAtMs]),
      )
    },
  )

  test('as text shows windows with relative and clock time, and fits 80 columns', async () => {
    const example = await createExampleDirectory({ nowMs: AT_MS })
    try {
      const { output } = await status([example.path, '--at', AT])
      const lines = output.split('\n')
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
      expect(lines).toContain('Assistant (main, default)')
      expect(lines).toContain('     serves now with anthropic:personal')
      expect(output).toMatch(
        /anthropic:work \(Work workspace\)\n.*\n +cooling down: rate limit, 2 failures, only for claude-opus-5; back in 40 s\n +\(\d\d:\d\d:\d\d [^)]+\)/,
      )
      expect(output).toMatch(/back in 2 d 5 h\s+\(2026-12-02 \d\d:\d\d:\d\d/)
      expect(output).toContain('not used: left out of the order [excluded_by_order]')
      expect(output).toContain('openrouter: as for Assistant')
      expect(output).not.toContain('\u001B')
      expect(output).not.toContain('NOT-A-REAL-SECRET')
    } finally {
      await example.remove()
    }
  })

  test('is coloured on a terminal only, and not if NO_COLOR is set', async () => {
    const path = stateCopy('2026.7.1')
    expect((await status([path], { terminalColumns: 120 })).output).toContain('\u001B[')
    expect((await status([path], { terminalColumns: 120, env: { NO_COLOR: '1' } })).output).not.toContain('\u001B')
    expect((await status([path], { terminalColumns: 120, env: { TERM: 'dumb' } })).output).not.toContain('\u001B')
    expect((await status([path, '--json'], { terminalColumns: 120 })).output).not.toContain('\u001B')
  })

  test('shows one agent, and evaluates by other rules, if asked to', async () => {
    const example = await createExampleDirectory({ nowMs: AT_MS })
    try {
      const { output } = await status([
        example.path,
        '--json',
        '--agent',
        'Research',
        '--policy',
        'docs-2026.7',
        '--at',
        String(AT_MS),
      ])
      const report = JSON.parse(output) as StatusReport
      expect(report.agents.map(({ id }) => id)).toEqual(['research'])
      expect([report.policyId, report.policySource]).toEqual(['docs-2026.7', 'chosen'])
    } finally {
      await example.remove()
    }
  })

  test('takes the directory that OpenClaw would use where none is named', async () => {
    const path = stateCopy('2026.7.1')
    const { output } = await status(['--json'], { env: { OPENCLAW_STATE_DIR: path } })
    expect((JSON.parse(output) as StatusReport).directory).toBe(path)
  })

  test('names files with problems and shows the rest', async () => {
    const path = stateCopy('2026.5.20')
    writeFileSync(join(path, 'openclaw.json'), '{\n  auth: {')
    const { status: exitStatus, output } = await status([path])
    expect(exitStatus).toBe(0)
    expect(output).toMatch(/Problems\n {2}openclaw\.json:\d/)
    expect(output).toContain('alpha:home')
  })

  test('cannot be abused to control the terminal', async () => {
    const path = join(folder.path, 'state')
    mkdirSync(join(path, 'agents', 'main', 'agent'), { recursive: true })
    const profiles = { 'alpha:\u001B[2J\u202Eevil': { type: 'api_key', provider: 'alpha', key: 'k' } }
    writeFileSync(join(path, 'agents', 'main', 'agent', 'auth-profiles.json'), JSON.stringify({ version: 1, profiles }))
    const { output } = await status([path])
    expect(output).toContain(String.raw`alpha:\u001b[2J\u202eevil`)
    expect(['\u001B', '\u202E'].filter((character) => output.includes(character))).toEqual([])
  })

  test('leaves everything in the directory as it was', async () => {
    const path = stateCopy('2026.9.6')
    const before = contentOf(path)
    await status([path])
    expect(contentOf(path)).toEqual(before)
  })
})

describe('the exit status', () => {
  test('is 1 if the directory cannot be opened, with the reason', async () => {
    const path = join(folder.path, 'nowhere')
    const { status: exitStatus, output, errors } = await status([path])
    expect([exitStatus, output]).toEqual([1, ''])
    expect(errors).toContain(`${path}: `)
  })

  test.each([
    ['an unknown option', ['--colour']],
    ['two directories', ['a', 'b']],
    ['a time without zone', ['a', '--at', '2026-11-30T02:32:00']],
    ['no time', ['a', '--at', 'noon']],
    ['an option without value', ['a', '--at']],
    ['an unknown policy', ['a', '--policy', 'mine']],
  ])('is 2 for %s, with one line that says so', async (_name, args) => {
    const { status: exitStatus, output, errors } = await status(args)
    expect([exitStatus, output]).toEqual([2, ''])
    expect(errors).toMatch(/^.+ Try --help\.\n$/)
  })

  test('is 2 for an agent that does not exist, and says which do', async () => {
    const { status: exitStatus, errors } = await status([stateCopy('2026.7.1'), '--agent', 'nobody'])
    expect(exitStatus).toBe(2)
    expect(errors).toContain('Agents: main.')
  })

  test('is 0 for help', async () => {
    const { status: exitStatus, output } = await status(['--help'])
    expect(exitStatus).toBe(0)
    expect(output).toContain('Usage: npm run status')
    expect(Math.max(...output.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })
})

test('the command runs as a program', async () => {
  const args = [join(PROJECT, 'electron', 'cli', 'status.ts'), stateCopy('2026.7.1'), '--json', '--at', AT]
  const output = await runCommand(process.execPath, args, { timeoutMs: 15_000 })
  expect((JSON.parse(output) as StatusReport).agents).toHaveLength(1)
})
