import path from 'node:path'
import type { FileKind, PlaintextAdvice, PlaintextPlace, ScanRequest } from './types.ts'

const BY_NAME: readonly (readonly [RegExp, FileKind])[] = [
  [/-(?:wal|journal)$/, 'journal'],
  [/\.(?:bak|old|orig|last-good|backup)(?:[.-]\w+)*$|\.migrated-|\.sqlite-import\.|~$/, 'backup'],
  [/\.(?:tmp|temp|part|partial|swp)$/, 'temporary'],
  [/^switchyard\.sqlite$/, 'own_database'],
  [/\.(?:sqlite3?|db)$/, 'database'],
  [/^(?:openclaw|clawdbot)\.json$|\.json5$|^\.env(?:\.\w+)?$/, 'config'],
  [/^(?:auth-profiles|auth|oauth)\.json$/, 'credentials'],
  [/^auth-state\.json$/, 'routing_state'],
  [/\.log(?:\.\d+)?$/, 'log'],
]
const BY_FOLDER: readonly (readonly [string, FileKind])[] = [
  ['backups', 'backup'],
  ['logs', 'log'],
  ['sessions', 'session'],
]

/** The index of a write-ahead log holds page numbers and locks, no content. */
export function holdsNothing(file: string): boolean {
  return file.toLowerCase().endsWith('-shm')
}

/** What a file is by its name. @param file relative, with forward slashes */
export function fileKind(file: string): FileKind {
  const parts = file.toLowerCase().split('/')
  const name = parts.at(-1) ?? ''
  const byName = BY_NAME.find(([pattern]) => pattern.test(name))?.[1]
  if (byName !== undefined) return byName
  return BY_FOLDER.find(([folder]) => parts.slice(0, -1).includes(folder))?.[1] ?? 'other'
}

/** In what else than credential files any text may stand, so that the shape of a text says nothing about it. */
export function isSearchedByShape(kind: FileKind): boolean {
  return kind !== 'other' && kind !== 'session'
}

/** Databases keep values in pages: a long one lies in several pieces. */
export function hasPages(kind: FileKind): boolean {
  return isDatabase(kind) || kind === 'journal'
}

/** A file that SQLite takes locks on. */
export function isDatabase(kind: FileKind): boolean {
  return kind === 'database' || kind === 'own_database'
}

const OLDEST_FORMS = new Set(['auth.json', 'oauth.json'])

/** @param siblings names of the files in the same folder */
export function placeOf(file: string, kind: FileKind, siblings: ReadonlySet<string>): PlaintextPlace {
  switch (kind) {
    case 'credentials': {
      const isOldest = OLDEST_FORMS.has(path.posix.basename(file).toLowerCase())
      const isBeforeAgents = file.startsWith('agent/')
      return isOldest || isBeforeAgents || siblings.has('openclaw-agent.sqlite') ? 'leftover' : 'live_store'
    }
    case 'routing_state':
      return siblings.has('openclaw-agent.sqlite') ? 'leftover' : 'live_store'
    case 'database':
    case 'own_database':
      return 'live_store'
    case 'session':
    case 'other':
      return 'other'
    default:
      return kind
  }
}

export function adviceFor(place: PlaintextPlace, kind: FileKind, directory: ScanRequest['directory']): PlaintextAdvice {
  switch (place) {
    case 'live_store':
      return directory === 'own' || kind === 'own_database' ? 'seal_it' : 'openclaw_keeps_it_so'
    case 'leftover':
      return 'archive_leftover'
    case 'backup':
      return 'delete_backup'
    case 'journal':
      return 'checkpoint'
    case 'temporary':
      return 'delete_temporary'
    case 'log':
      return 'clean_log'
    case 'config':
      return 'use_reference'
    case 'other':
      return 'look_into_it'
  }
}
