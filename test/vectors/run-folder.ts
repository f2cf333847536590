import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { chainFormat } from './formats/chain.ts'
import { classificationFormat } from './formats/classification.ts'
import { cooldownFormat } from './formats/cooldown.ts'
import type { VectorFormat, VectorResult } from './formats/format.ts'
import { loopFormat } from './formats/loop.ts'
import { rotationFormat } from './formats/rotation.ts'
import { sessionPinFormat } from './formats/session-pin.ts'

/** The kinds of vector files there is an engine part for. */
export const FORMATS: readonly VectorFormat[] = [
  rotationFormat,
  chainFormat,
  sessionPinFormat,
  loopFormat,
  cooldownFormat,
  classificationFormat,
]

/** Reported faults, in prose: no two of them are run in the same way. */
const REPORTS = 'bug-cases.json'

export interface FileResult extends VectorResult {
  readonly file: string
  /** No engine part for this kind of file exists, or it is no array: nothing was run, and why. */
  readonly notRun: string | null
}

/** Runs every vector file of a folder, by name; a file of an unknown kind is reported, not passed over. */
export function runFolder(folder: string): readonly FileResult[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => runFile(join(folder, file)))
}

function runFile(path: string): FileResult {
  const file = basename(path)
  const format = FORMATS.find(({ name }) => file === `${name}.json`)
  const nothing = { file, passed: 0, failures: [] }
  if (file === REPORTS)
    return { ...nothing, notRun: 'each report that applies is a test of its own, named with its id' }
  if (!format) return { ...nothing, notRun: 'no part of the engine is run by this kind of file yet' }
  const vectors: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(vectors)) return { ...nothing, notRun: 'it holds no array of vectors' }
  return { file, notRun: null, ...format.run(vectors) }
}
