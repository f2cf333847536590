import { createLogScanner, type LogEvent } from '../../electron/logs/index.ts'

/** The events of a log's text. */
export function eventsOfText(text: string): readonly LogEvent[] {
  const scanner = createLogScanner({ fallbackMs: 0 })
  scanner.push(Buffer.from(text))
  scanner.end()
  return scanner.take()
}
