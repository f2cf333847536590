import { statSync } from 'node:fs'
import path from 'node:path'
import type { Environment } from '../context.ts'

export interface StateDirectoryQuery {
  /** What the user asked for; null: nothing. */
  readonly argument: string | null
  readonly env: Environment
  /** The home directory the operating system knows. */
  readonly homeDir: string
}

const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/**
 * The state directory OpenClaw would use, first match wins: the argument, `OPENCLAW_STATE_DIR`, the directory of the named
 * profile in `OPENCLAW_PROFILE`, `~/.openclaw`, the `~/.clawdbot` of an old installation. Whether it exists is another question.
 */
export function resolveStateDirectory({ argument, env, homeDir }: StateDirectoryQuery): string {
  const home = openclawHome(env, homeDir)
  const chosen = meaningful(argument ?? undefined) ?? meaningful(env['OPENCLAW_STATE_DIR'])
  if (chosen !== null) return path.resolve(expandHome(chosen, home))
  const profile = meaningful(env['OPENCLAW_PROFILE'])
  if (profile !== null && profile.toLowerCase() !== 'default' && PROFILE_NAME.test(profile)) {
    return path.join(home, `.openclaw-${profile}`)
  }
  const current = path.join(home, '.openclaw')
  const legacy = path.join(home, '.clawdbot')
  return !isDirectory(current) && isDirectory(legacy) ? legacy : current
}

/** `OPENCLAW_HOME`, which may start with `~`, then `HOME` and `USERPROFILE`, then what the operating system says. */
export function openclawHome(env: Environment, homeDir: string): string {
  const systemHome = meaningful(env['HOME']) ?? meaningful(env['USERPROFILE']) ?? homeDir
  const override = meaningful(env['OPENCLAW_HOME'])
  return path.resolve(override === null ? systemHome : expandHome(override, systemHome))
}

/** Replaces a leading `~` that stands for the home directory. */
export function expandHome(filePath: string, home: string): string {
  return /^~(?:$|[\\/])/.test(filePath) ? path.join(home, filePath.slice(1)) : filePath
}

/** Scripts that fail to set a variable leave these words in it. */
function meaningful(value: string | undefined): string | null {
  const text = value?.trim() ?? ''
  return text === '' || text === 'undefined' || text === 'null' ? null : text
}

function isDirectory(filePath: string): boolean {
  return statSync(filePath, { throwIfNoEntry: false })?.isDirectory() === true
}
