import { access, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { OpenFailure } from '../../../shared/contract/errors.ts'
import { isLogName } from '../../logs/index.ts'
import { failureWords } from '../files/file-failures.ts'
import { errorCode } from '../files/read-file.ts'

/** One of these makes a directory a state directory, whatever state it is in. */
const CONFIG_NAMES = ['openclaw.json', 'clawdbot.json']
const MARKERS = ['state/openclaw.sqlite', 'agent/auth-profiles.json', 'credentials/oauth.json']
/** So does an agent's folder with one of these; many a project has a folder called `agents`. */
const AGENT_FOLDERS = ['agent', 'sessions']

/** Finds out whether there is a state directory at a path. */
export async function openRoot(root: string): Promise<{ readonly realRoot: string } | OpenFailure> {
  try {
    if (!(await stat(root)).isDirectory()) return openFailure(root, 'ENOTDIR')
    const names = new Set(await readdir(root))
    if (CONFIG_NAMES.some((name) => names.has(name)) || (await hasMarker(root))) {
      return { realRoot: await realpath(root) }
    }
    return notAStateDirectory(root, names)
  } catch (error) {
    return openFailure(root, errorCode(error))
  }
}

async function hasMarker(root: string): Promise<boolean> {
  const agentIds = await readdir(path.join(root, 'agents')).catch(() => [])
  const inAgents = agentIds.flatMap((id) => AGENT_FOLDERS.map((folder) => path.join('agents', id, folder)))
  for (const marker of [...MARKERS, ...inAgents]) if (await exists(path.join(root, marker))) return true
  return false
}

async function exists(filePath: string): Promise<boolean> {
  try {
    await access(filePath)
    return true
  } catch {
    return false
  }
}

/** @param code that of the operating system */
export function openFailure(root: string, code: string): OpenFailure {
  switch (code) {
    case 'ENOENT':
      return {
        path: root,
        code: 'not_found',
        message: 'This folder does not exist.',
        hint: 'Check the path. OpenClaw keeps its state in ~/.openclaw unless it is told otherwise.',
      }
    case 'ENOTDIR':
      return {
        path: root,
        code: 'not_a_directory',
        message: 'This is not a folder.',
        hint: 'Choose the folder that holds openclaw.json.',
      }
    case 'EACCES':
    case 'EPERM':
      return {
        path: root,
        code: 'no_permission',
        message: 'Your user may not read this folder.',
        hint: 'Give your user the right to read it, or start Switchyard as the user who runs OpenClaw.',
      }
    default: {
      const { cause, hint } = failureWords(code)
      return { path: root, code: 'unreadable', message: `This folder cannot be read: ${cause}.`, hint }
    }
  }
}

function notAStateDirectory(root: string, names: ReadonlySet<string>): OpenFailure {
  const inside = ['.openclaw', '.clawdbot'].find((name) => names.has(name))
  return {
    path: root,
    code: 'not_a_state_directory',
    message: 'This folder is no OpenClaw state directory: there is neither openclaw.json nor an agents folder in it.',
    hint: [
      inside === undefined ? 'Choose the folder that holds openclaw.json.' : `Choose ${path.join(root, inside)}.`,
      ...([...names].some(isLogName) ? ['To look at the logs in it, open it as a log.'] : []),
    ].join(' '),
  }
}
