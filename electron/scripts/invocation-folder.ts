/**
 * npm runs scripts in the project's folder, whatever folder the user is in. A relative directory on the command line
 * means the user's.
 */
export function invocationFolder(): string {
  return process.env['INIT_CWD'] ?? process.cwd()
}

export function enterInvocationFolder(): void {
  process.chdir(invocationFolder())
}
