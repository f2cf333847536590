import path from 'node:path'
import { isRecord, valueAt } from '../openclaw/raw-values.ts'

export interface LogPlaces {
  /** The parsed `openclaw.json`. */
  readonly config: unknown
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** The folder for temporary files of this system. */
  readonly temporary: string
  /** null: there are no user ids here. */
  readonly userId: number | null
  readonly homeDir: string
}

/** Where OpenClaw writes its log: `logging.file`, else one file for each local day, for which `{date}` stands. */
export function usualLog({ config, env, platform, temporary, userId, homeDir }: LogPlaces): string {
  const logging = isRecord(config) ? valueAt(config, 'logging') : undefined
  const chosen = isRecord(logging) ? valueAt(logging, 'file') : undefined
  const system = platform === 'win32' ? path.win32 : path.posix
  if (typeof chosen === 'string' && chosen.trim() !== '') {
    const expanded = chosen.trim().replace(/^~(?=$|[\\/])/, homeDir)
    return system.resolve(expanded)
  }
  const profile = env['OPENCLAW_PROFILE']?.trim() ?? ''
  const name = profile === '' || profile === 'default' ? 'openclaw-{date}.log' : `openclaw-${profile}-{date}.log`
  if (platform !== 'win32') return system.join('/tmp/openclaw', name)
  return system.join(temporary, userId === null ? 'openclaw' : `openclaw-${userId}`, name)
}
