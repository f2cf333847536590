import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { FixtureVersion } from '../support/fixture-copy.ts'
import { expect, test } from './fixtures.ts'
import { RunPage } from './pages/run-page.ts'
import { logOf, onHistory, RELEASES } from './support/history-stage.ts'
import { openAddress } from './support/open-address.ts'

interface ExpectedWindow {
  readonly profileId: string
  readonly kind: 'cooldown' | 'disabled' | 'blocked'
  readonly reason: string
  readonly untilMs: number
  readonly isKept: boolean
}

interface ExpectedCall {
  readonly at: number
  readonly profileId: string
  readonly decision: string
  readonly reason: string
  readonly profileReason: string | null
  readonly windows: readonly ExpectedWindow[]
}

interface ExpectedLock {
  readonly profileId: string
  readonly kind: keyof typeof WINDOWS
  readonly reason: string
  readonly untilMs: number
}

interface ExpectedCandidate {
  readonly at: number
  readonly model: string
  readonly attempt: number
  readonly total: number
  readonly decision: keyof typeof MARKS
  readonly reason: string | null
  /** Of the accounts that were locked when it was skipped. */
  readonly locks: readonly ExpectedLock[]
  readonly attempts: readonly ExpectedCall[]
}

interface ExpectedRun {
  readonly release: FixtureVersion
  readonly runKey: string
  readonly session: string | null
  readonly outcome: keyof typeof OUTCOMES
  readonly isInferred: boolean
  readonly started: number
  readonly candidates: readonly ExpectedCandidate[]
  readonly lines: readonly number[]
}

/** Written by reading the lines of the logs. */
const RUNS = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'fixtures', 'expected-runs.json'), 'utf8'),
) as readonly ExpectedRun[]

const OUTCOMES = { answered: 'answered', fell_back: 'fell back', exhausted: 'no answer' } as const

const MARKS = {
  candidate_succeeded: 'answered',
  candidate_failed: 'failed',
  skip_candidate: 'skipped',
  probe_cooldown_candidate: 'probed',
} as const

const REASONS: Readonly<Record<string, string>> = {
  auth: 'credential refused',
  auth_permanent: 'credential refused for good',
  billing: 'out of credit',
  overloaded: 'provider overloaded',
  rate_limit: 'rate limit reached',
  timeout: 'no answer in time',
}

const NEXT: Readonly<Record<string, string>> = {
  rotate_profile: 'Another account was tried next.',
  fallback_model: 'The next model was tried.',
  surface_error: 'The error was shown: nothing else was tried.',
}

const WINDOWS = { cooldown: 'cooldown', disabled: 'long lock', blocked: 'block until the announced time' } as const

/** What each run comes to, in the sentence that a reader wants: written by hand from the same lines. */
const HEADLINES: Readonly<Record<string, string>> = {
  's-auth-invalid': 'alpha/big answered, as requested.',
  's-auth-revoked':
    'beta/chat answered instead of alpha/big: both alpha accounts refused the credential for good and alpha/small refused the credential for good.',
  's-overloaded':
    'beta/chat answered instead of alpha/big: both alpha accounts were overloaded and alpha/small was overloaded.',
  's-html503': 'alpha/big answered, as requested.',
  's-recover2': 'alpha/big answered, as requested.',
  'e6228192-cc79-466b-a6e7-e57483d1ce9d':
    'No model answered: both alpha accounts were rate-limited and both beta accounts failed (rate limit reached, then out of credit).',
  'f03aca5e-c997-4433-9b26-35ade1cb101c':
    'beta/chat answered instead of alpha/big: both alpha accounts failed (out of credit, then rate limit reached) and alpha/small was rate-limited.',
  '4a204a33-ab8f-4872-821f-cb7755a397cb': 'alpha/big answered, as requested.',
  '8063c502-1c8c-4201-87b8-b80cca011296':
    'beta/chat answered instead of alpha/big: both alpha accounts were out of credit and alpha/small failed for a reason that is not on record.',
  'e0c4a902-d5ae-4032-aa8d-cf6e9c19d21b':
    'No model answered: both alpha accounts were locked (out of credit) and both beta accounts refused the credential for good.',
  'd1698fa4-6b2d-4e17-8a9e-e275b1a08286':
    'No model answered: both alpha accounts were locked (out of credit) and both beta accounts were locked (credential refused for good).',
}

test('what the screen of a run says is what the lines of the logs say', async ({ openConsole }) => {
  test.setTimeout(240_000)
  expect(Object.keys(HEADLINES).toSorted()).toEqual(RUNS.map(({ runKey }) => runKey).toSorted())
  await onHistory(openConsole, { logs: RELEASES.map((release) => logOf(release)) }, async ({ page }) => {
    for (const run of RUNS) await test.step(`${run.release} ${run.runKey}`, () => expectRun(page, run))
  })
})

async function expectRun(page: Page, expected: ExpectedRun): Promise<void> {
  const run = new RunPage(page)
  await openAddress(page, `/run?key=${encodeURIComponent(expected.runKey)}`)
  await expect(run.headline).toHaveText(HEADLINES[expected.runKey] ?? '')
  await expect(run.answer).toContainText(OUTCOMES[expected.outcome])
  await expect(run.fact('Requested')).toContainText('alpha/big')
  await expect(run.fact('Began')).toContainText(clock(expected.started))
  if (expected.session !== null) await expect(run.fact('Session')).toContainText(expected.session)
  await expect(run.answer.getByText('Inferred.')).toHaveCount(expected.isInferred ? 1 : 0)

  const inOrder = expected.candidates.map(({ model, decision }) => [model, MARKS[decision]])
  const drawn = await run
    .waterfall()
    .evaluateAll((rows) => rows.map((row) => [row.querySelector('strong')?.textContent, row.getAttribute('data-mark')]))
  expect(drawn).toEqual(inOrder)
  const isAnswer = ([, mark]: readonly (string | undefined)[]): boolean => mark === 'answered'
  const cards = await run
    .candidates()
    .evaluateAll((all) => all.map((card) => [card.getAttribute('data-candidate'), card.getAttribute('data-mark')]))
  expect(cards).toEqual([...inOrder.filter(isAnswer), ...inOrder.filter((card) => !isAnswer(card))])

  for (const candidate of expected.candidates) await expectCandidate(run, candidate)
  await expectEvidence(run, expected)
}

async function expectCandidate(run: RunPage, expected: ExpectedCandidate): Promise<void> {
  const card = run.candidate(expected.model)
  await expect(card).toContainText(`${expected.attempt} of ${expected.total} in the chain`)
  await expect(card).toContainText(clock(expected.at))
  if (expected.decision === 'skip_candidate') await expect(card).toContainText(REASONS[expected.reason ?? ''] ?? '')
  const [first] = expected.locks
  if (first !== undefined) {
    await expect(card).toContainText(`It could be asked again at ${clock(first.untilMs)}`)
    await expect(card).toContainText(`later, when the lock of ${first.profileId} ended.`)
  }
  await expect(run.locks(card)).toContainText(
    expected.locks.map(
      ({ profileId, kind, reason, untilMs }) =>
        `${profileId}: ${WINDOWS[kind]} (${REASONS[reason]}) until ${clock(untilMs)}`,
    ),
  )
  await expect(run.calls(card)).toHaveCount(expected.attempts.length)
  for (const [index, call] of expected.attempts.entries()) {
    const item = run.calls(card).nth(index)
    await expect(item).toContainText(call.profileId)
    await expect(item).toContainText(new RegExp(REASONS[call.reason] ?? 'none', 'i'))
    await expect(item).toContainText(clock(call.at))
    await expect(item).toContainText(NEXT[call.decision] ?? 'none')
    for (const window of call.windows) await expect(item).toContainText(windowWords(window))
    if (call.windows.length === 0 && call.profileReason === null)
      await expect(item).toContainText('Nothing was recorded for the account')
  }
}

function windowWords({ kind, reason, untilMs, isKept }: ExpectedWindow): string {
  if (isKept) return `Its ${WINDOWS[kind]} was running already and stayed as it was, until ${clock(untilMs)}`
  return `It opened a ${WINDOWS[kind]} (${REASONS[reason]}), until ${clock(untilMs)}`
}

async function expectEvidence(run: RunPage, { release, lines }: ExpectedRun): Promise<void> {
  const all = run.evidence().getByRole('button', { name: /^Show all/ })
  if (await all.isVisible()) await all.click()
  for (const line of lines)
    await expect(run.evidence().getByText(`${logOf(release)}, line ${line}`, { exact: true })).toBeVisible()
}

/** As the screen writes it, in UTC. */
function clock(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 19)
}
