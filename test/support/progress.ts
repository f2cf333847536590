/**
 * Tells the person waiting what is being prepared and why. Goes to stderr, so that a program whose stdout is read by
 * another one stays usable.
 */
export function reportProgress(message: string): void {
  process.stderr.write(`[switchyard] ${message}\n`)
}
