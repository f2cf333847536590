import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const PROJECT_FOLDER = join(import.meta.dirname, '../..')

/**
 * Runs one of the project's tools with its output on this terminal.
 *
 * @param tool name in `node_modules/.bin`
 * @returns the exit status; 1 when a signal ended it
 */
export function runTool(tool: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const isWindows = process.platform === 'win32'
  const program = join(PROJECT_FOLDER, 'node_modules/.bin', isWindows ? `${tool}.cmd` : tool)
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: PROJECT_FOLDER,
      env: { ...process.env, ...env },
      shell: isWindows,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
