import type { AgentStatus, ProfileStatus } from '../../../shared/engine/index.ts'
import { windowWord } from './state-words.ts'
import { ordinal } from './text.ts'

/** More than this at once is noise. */
const MOST = 4

/** What someone who does not look at the screen should hear when one agent's status becomes another. */
export function announcements(before: AgentStatus, after: AgentStatus): readonly string[] {
  if (before.agentId !== after.agentId) return []
  const known = new Map(profilesOf(before).map((profile) => [profile.profileId, profile]))
  const spoken = profilesOf(after).flatMap((profile) => profileNews(known.get(profile.profileId), profile) ?? [])
  const serving = servingNews(before, after)
  return [...(serving === null ? [] : [serving]), ...spoken].slice(0, MOST)
}

function profilesOf(status: AgentStatus): readonly ProfileStatus[] {
  return status.lanes.flatMap((lane) => lane.profiles)
}

function profileNews(before: ProfileStatus | undefined, after: ProfileStatus): string | null {
  if (before === undefined || after.position === null) return null
  const place = `${ordinal(after.position)} in line for ${after.provider}`
  if (before.state === after.state && before.windows.length === after.windows.length) return null
  const longest = after.windows[0]
  if (longest === undefined) return `${after.profileId} is ready again, ${place}.`
  const only = longest.model === null ? '' : ` for ${longest.model}`
  return `${after.profileId} is ${windowWord(longest)}${only}, ${place}.`
}

function servingNews(before: AgentStatus, after: AgentStatus): string | null {
  const [was, is] = [before.serving.line[0], after.serving.line[0]]
  if (is === undefined) return was === undefined ? null : 'Nothing can answer now.'
  const isSame = was?.provider === is.provider && was.model === is.model && was.profileId === is.profileId
  if (isSame) return null
  return `${is.provider} ${is.model} answers now${is.profileId === null ? '' : `, with ${is.profileId}`}.`
}
