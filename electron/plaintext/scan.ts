import path from 'node:path'
import { inTurn } from '../files/index.ts'
import { databaseTurn } from '../openclaw/database/database-turn.ts'
import { errorCode } from '../openclaw/files/read-file.ts'
import { adviceFor, hasPages, isDatabase, isSearchedByShape, placeOf } from './file-kind.ts'
import { listFiles, reasonOf, type ListedFile } from './list-files.ts'
import { buildNeedles } from './needles.ts'
import { chunksOf, NotAFile, readChunks, readDatabaseChunks } from './read-chunks.ts'
import { createContentSearch, scanContent, type ContentCount } from './scan-content.ts'
import type { KnownSecret, NotScanned, ScanFinding, ScanLimits, ScanReport, ScanRequest } from './types.ts'

const MEGABYTE = 1024 * 1024
const DEFAULT_LIMITS: ScanLimits = {
  maxFiles: 20_000,
  maxFileBytes: 512 * MEGABYTE,
  maxOtherFileBytes: 32 * MEGABYTE,
  maxTotalBytes: 2048 * MEGABYTE,
}

/**
 * Looks for secrets in plain text in every file of a state directory: known ones by value, unknown ones by shape. The report
 * names files, counts and profiles, never a value or its place. Nothing is written.
 *
 * @throws the reason of the signal, where it is aborted
 */
export async function scanForPlaintext(request: ScanRequest): Promise<ScanReport> {
  const root = path.resolve(request.root)
  const limits = { ...DEFAULT_LIMITS, ...request.limits }
  const needles = buildNeedles(request.knownSecrets)
  const whole = createContentSearch(needles.whole)
  const paged = createContentSearch(needles.paged)
  const { files, notScanned: unlisted } = await listFiles(root, request.extraFiles ?? [])
  const findings: ScanFinding[] = []
  const notScanned: NotScanned[] = [...unlisted]
  const name = namer(request.knownSecrets)
  let scannedBytes = 0
  let scannedFiles = 0

  for (const file of files) {
    request.signal?.throwIfAborted()
    const refusal = limitOf(file, limits, { scannedFiles, scannedBytes })
    if (refusal !== null) {
      notScanned.push({ file: file.name, why: refusal })
      continue
    }
    try {
      const search = hasPages(file.kind) ? paged : whole
      const options = { byShape: isSearchedByShape(file.kind), signal: request.signal }
      const scan = (): Promise<ContentCount> => scanContent(chunksFor(file, request), search, options)
      const count = await (isDatabase(file.kind) ? inTurn(databaseTurn(file.path), scan) : scan())
      scannedFiles += 1
      scannedBytes += count.bytes
      const finding = findingOf(file, count, needles.profileIds, request.directory)
      if (finding !== null) findings.push({ ...finding, file: name(finding.file) })
    } catch (error) {
      if (request.signal?.aborted === true) throw error
      if (error instanceof NotAFile) notScanned.push({ file: file.name, why: 'not_a_file' })
      else if (errorCode(error) !== 'ENOENT') notScanned.push({ file: file.name, why: reasonOf(error) })
    }
  }
  return {
    findings: findings.sort((a, b) => (a.file < b.file ? -1 : 1)),
    scannedFiles,
    scannedBytes,
    notScanned: notScanned.map(({ file, why }) => ({ file: name(file), why })),
    tooShort: needles.tooShort,
  }
}

function limitOf(
  { kind, sizeBytes }: ListedFile,
  limits: ScanLimits,
  so: { readonly scannedFiles: number; readonly scannedBytes: number },
): 'too_large' | 'limit' | null {
  if (sizeBytes > (isSearchedByShape(kind) ? limits.maxFileBytes : limits.maxOtherFileBytes)) return 'too_large'
  const isOver = so.scannedFiles >= limits.maxFiles || so.scannedBytes + sizeBytes > limits.maxTotalBytes
  return isOver ? 'limit' : null
}

function chunksFor(file: ListedFile, { bytesOfOpen }: ScanRequest): AsyncIterable<Uint8Array> {
  const bytes = isDatabase(file.kind) ? (bytesOfOpen?.(file.path) ?? null) : null
  if (bytes !== null) return chunksOf(bytes)
  return hasPages(file.kind) ? readDatabaseChunks(file.path) : readChunks(file.path)
}

function findingOf(
  { name, kind, siblings }: ListedFile,
  { known, unknown }: ContentCount,
  profileIds: readonly (readonly string[])[],
  directory: ScanRequest['directory'],
): ScanFinding | null {
  if (known.size === 0 && unknown === 0) return null
  const place = placeOf(name, kind, siblings)
  const owners = [...known.keys()].flatMap((number) => profileIds[number] ?? [])
  return {
    file: name,
    kind,
    place,
    knownCount: [...known.values()].reduce((sum, count) => sum + count, 0),
    unknownCount: unknown,
    profileIds: [...new Set(owners)].sort(),
    advice: adviceFor(place, kind, directory),
  }
}

/** A secret in the name of a file is hidden there as well. */
function namer(secrets: readonly KnownSecret[]): (file: string) => string {
  const texts = secrets.map(({ secret }) => secret.trim()).filter(({ length }) => length >= 6)
  return (file) => texts.reduce((name, text) => name.replaceAll(text, '***'), file)
}
