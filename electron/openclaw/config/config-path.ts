import path from 'node:path'
import { stat } from 'node:fs/promises'
import type { ReadContext } from '../context.ts'
import { expandHome, resolveStateDirectory } from '../directory/state-directory.ts'

const CONFIG_NAMES = ['openclaw.json', 'clawdbot.json'] as const

/**
 * The configuration file of a state directory. `OPENCLAW_CONFIG_PATH` belongs to the directory that the environment points
 * to, so it does not count for any other one.
 */
export async function findConfigPath(context: Pick<ReadContext, 'env' | 'homeDir' | 'root'>): Promise<string> {
  const { env, homeDir, root } = context
  const fromEnvironment = env['OPENCLAW_CONFIG_PATH']?.trim()
  if (fromEnvironment && resolveStateDirectory({ argument: null, env, homeDir }) === root) {
    return path.resolve(expandHome(fromEnvironment, homeDir))
  }
  for (const name of CONFIG_NAMES) {
    const candidate = path.join(root, name)
    if (await exists(candidate)) return candidate
  }
  return path.join(root, CONFIG_NAMES[0])
}

async function exists(filePath: string): Promise<boolean> {
  try {
    await stat(filePath)
    return true
  } catch (error) {
    // Whatever else is wrong with it is said when it is read.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
