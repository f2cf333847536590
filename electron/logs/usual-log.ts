import path from 'node:path'

export interface LogPlaces {
  /** `logging.file` of the configuration; null: not set. */
  readonly configured: string | null
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** The folder for temporary files of this system. */
  readonly temporary: string
  /** null: there are no user ids here. */
  readonly userId: number | null
  readonly homeDir: string
}

/** Where OpenClaw writes its log: `logging.file`, else one file for each local day, for which `{date}` stands. */
export function usualLog({ configured, env, platform, temporary, userId, homeDir }: LogPlaces): string {
  const chosen = configured?.trim() ?? ''
  const system = platform === 'win32' ? path.win32 : path.posix
  if (chosen !== '') {
    const expanded = chosen.replace(/^~(?=$|[\\/])/, homeDir)
    return system.resolve(expanded)
  }
  const profile = env['OPENCLAW_PROFILE']?.trim() ?? ''
  const name = profile === '' || profile === 'default' ? 'openclaw-{date}.log' : `openclaw-${profile}-{date}.log`
  if (platform !== 'win32') return system.join('/tmp/openclaw', name)
  return system.join(temporary, userId === null ? 'openclaw' : `openclaw-${userId}`, name)
}

/** Stands for the local day in the name of a log. */
export const LOG_DATE = '{date}'

/** The file of a local day. */
export function logOn(pattern: string, nowMs: number): string {
  if (!pattern.includes(LOG_DATE)) return pattern
  const day = new Date(nowMs)
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'))
  return pattern.replaceAll(LOG_DATE, `${day.getFullYear()}-${month}-${date}`)
}
