import path from 'node:path'

/**
 * The folder for the console's own data: `SWITCHYARD_DATA_DIR`, else where the system keeps the data of applications.
 *
 * @param homeDir the user's home
 */
export function dataFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  homeDir: string,
): string {
  const system = platform === 'win32' ? path.win32 : path.posix
  const chosen = env['SWITCHYARD_DATA_DIR']?.trim() ?? ''
  if (chosen !== '') return system.resolve(chosen)
  if (platform === 'win32') {
    const roaming = env['APPDATA']?.trim() ?? ''
    return system.join(roaming === '' ? system.join(homeDir, 'AppData', 'Roaming') : roaming, 'Switchyard')
  }
  if (platform === 'darwin') return system.join(homeDir, 'Library', 'Application Support', 'Switchyard')
  const xdg = env['XDG_DATA_HOME']?.trim() ?? ''
  // The specification has a relative path ignored.
  return system.join(system.isAbsolute(xdg) ? xdg : system.join(homeDir, '.local', 'share'), 'switchyard')
}
