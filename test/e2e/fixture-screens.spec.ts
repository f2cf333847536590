import { readStateDirectory } from '../../electron/openclaw/index.ts'
import { describeAgent, type AgentStatus, type ProfileStatus } from '../../shared/engine/index.ts'
import { must } from '../support/build-facts.ts'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { RECORDINGS } from './support/recordings.ts'

for (const { version, atMs, title } of RECORDINGS) {
  test(`${title} (${version}): what the screens show is what the engine says`, async ({ openConsole }) => {
    const folder = temporaryFolder()
    try {
      copyFixture(version, folder.path)
      const expected = await evaluate(folder.path, atMs)
      const { page } = await openConsole({ directory: folder.path, at: atMs, zone: 'Europe/London' })
      const console = new ConsolePage(page)

      await console.ready('Home')
      for (const { profileId } of expected.locks)
        await expect(page.getByRole('region', { name: /^Locked/ })).toContainText(profileId)
      await expect(page.getByRole('region', { name: /^Serving now/ })).toContainText(servingWords(expected))

      await console.go('Accounts')
      expect(await console.lanes()).toEqual(
        expected.lanes.map(({ provider, profiles, excluded }) => ({
          provider,
          profiles: profiles.map((profile) => ({
            id: profile.profileId,
            place: profile.position,
            state: shownState(profile, expected),
          })),
          excluded: excluded.map(({ profileId }) => profileId),
        })),
      )
      for (const { profiles } of expected.lanes) {
        for (const { profileId, windows } of profiles) {
          for (const window of windows) {
            const row = console.profile(profileId)
            await expect(row).toContainText(clockTime(window.untilMs))
            if (window.model !== null) await expect(row).toContainText(window.model)
          }
        }
      }
    } finally {
      folder.remove()
    }
  })
}

async function evaluate(directory: string, atMs: number): Promise<AgentStatus> {
  const reading = await readStateDirectory(directory, { env: {} })
  if (!('facts' in reading)) throw new Error(reading.message)
  return must(describeAgent(reading.facts, 'main', atMs))
}

function servingWords({ serving }: AgentStatus): string {
  return serving.line[0]?.model ?? 'Nothing can answer'
}

/** The profile that answers now is shown as serving, even while a window keeps it from other models. */
function shownState({ profileId, state, isPartlyUsable }: ProfileStatus, { serving }: AgentStatus): string {
  const answers = serving.line[0]?.profileId === profileId
  return answers && (state === 'ready' || isPartlyUsable) ? 'serving' : state
}

/** Hour and minute as a reader in the console's zone sees them. */
function clockTime(atMs: number): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })
    .format(atMs)
    .replace(/\s?[AP]M/, '')
}
