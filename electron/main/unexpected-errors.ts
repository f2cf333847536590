import { defectText } from '../defect-text.ts'

/**
 * Errors that nobody handled. By default Electron shows a dialog with a stack trace, and a rejected promise ends the
 * process; a console that people look at during an outage rather goes on and leaves a line in the log. A malformed
 * request, for one, ends up here.
 */
export function surviveUnexpectedErrors(): void {
  process.on('uncaughtException', report)
  process.on('unhandledRejection', report)
}

function report(error: unknown): void {
  process.stderr.write(`Unexpected error: ${defectText(error)}\n`)
}
