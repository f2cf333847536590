import path from 'node:path'

import type { LaunchRequest } from '../launch-options.ts'

/** What an instance of the app tells the one that is running already, before it ends. */
interface InstanceFacts {
  /** Absolute path of the directory that it was asked to open; null: none. */
  readonly directory: string | null
}

/** Paths are relative to the folder of the instance that was asked. */
export function instanceFacts(request: LaunchRequest): Record<keyof InstanceFacts, unknown> {
  const directory = request.kind === 'run' ? request.options.directory : undefined
  return { directory: directory === undefined ? null : path.resolve(directory) } satisfies InstanceFacts
}

/** The directory that another instance was asked to open; null: none. Its version may be any. */
export function askedDirectory(facts: unknown): string | null {
  const { directory } = (facts ?? {}) as Partial<Record<keyof InstanceFacts, unknown>>
  return typeof directory === 'string' && path.isAbsolute(directory) ? directory : null
}
