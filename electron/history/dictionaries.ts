import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { profileHash } from './event-key.ts'
import { SearchedTexts } from './text-search.ts'

/** Texts that repeat, as numbers. 0 stands for none. */
export interface Dictionary {
  /** The number of a text, which is stored if it is new. */
  idOf(text: string): number
  /** null: it is not stored. */
  find(text: string): number | null
  textOf(id: number): string
  /** One more than the largest number. */
  readonly size: number
}

export interface ModelName {
  readonly provider: string
  readonly model: string
}

export interface Dictionaries {
  readonly names: Dictionary & { readonly searched: SearchedTexts }
  /** Error texts; the texts themselves are found by their hash. */
  readonly texts: Dictionary & { readonly searched: SearchedTexts }
  readonly models: {
    idOf(provider: string, model: string): number
    get(id: number): ModelName
    readonly size: number
  }
  readonly profiles: {
    /** By hash or plain id. */
    idOf(profileId: string): number
    find(profileId: string): number | null
    /** The id where it is known, else the hash. */
    nameOf(id: number): string
    /** Grows when a name became known. */
    readonly version: number
    /** Notes ids whose hashes logs may have. */
    know(ids: readonly string[]): void
    readonly size: number
  }
  /** Reads everything again: another process has written. */
  reload(): void
  /** @returns whether the stored dictionaries are longer than what is known here */
  isBehind(): boolean
}

const HASH_BYTES = 16
/** The texts of a large import come back soon or never. */
const MOST_RECENT_TEXTS = 20_000
const NO_MODEL: ModelName = { provider: 'unknown', model: 'unknown' }

export function openDictionaries(database: Database.Database): Dictionaries {
  const names = openNames(database)
  const texts = openTexts(database)
  const models = openModels(database)
  const profiles = openProfiles(database)
  const parts = [names, texts, models, profiles]
  return {
    names,
    texts,
    models,
    profiles,
    reload() {
      for (const part of parts) part.load()
    },
    isBehind: () => parts.some((part) => part.isBehind()),
  }
}

interface Loaded {
  load(): void
  isBehind(): boolean
}

function longest(database: Database.Database, table: string): () => number {
  const statement = database.prepare<[], number>(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck()
  return () => statement.get() ?? 0
}

function openNames(database: Database.Database): Dictionaries['names'] & Loaded {
  const insert = database.prepare('INSERT INTO history_names VALUES (?, ?)')
  const lastId = longest(database, 'history_names')
  const ids = new Map<string, number>()
  const searched = new SearchedTexts()
  let all: string[] = ['']

  const dictionary = {
    searched,
    idOf(text: string) {
      const known = ids.get(text)
      if (known !== undefined) return known
      const id = all.length
      insert.run(id, text)
      note(id, text)
      return id
    },
    find: (text: string) => ids.get(text) ?? null,
    textOf: (id: number) => all[id] ?? '',
    get size() {
      return all.length
    },
    load() {
      ids.clear()
      searched.clear()
      all = ['']
      for (const [id, text] of rows<[number, string]>(database, 'SELECT id, text FROM history_names ORDER BY id'))
        note(id, text)
    },
    isBehind: () => lastId() >= all.length,
  }
  function note(id: number, text: string): void {
    while (all.length < id) all.push('')
    all[id] = text
    ids.set(text, id)
    searched.add(id, text)
  }
  dictionary.load()
  return dictionary
}

function openTexts(database: Database.Database): Dictionaries['texts'] & Loaded {
  const insert = database.prepare('INSERT INTO history_texts VALUES (?, ?, ?)')
  const byHash = database.prepare<[Buffer], number>('SELECT id FROM history_texts WHERE hash = ?').pluck()
  const byId = database.prepare<[number], string>('SELECT text FROM history_texts WHERE id = ?').pluck()
  const lastId = longest(database, 'history_texts')
  const recent = new Map<string, number>()
  const searched = new SearchedTexts()
  let size = 1

  function stored(text: string): number | null {
    return byHash.get(textHash(text)) ?? null
  }
  function remember(text: string, id: number): number {
    if (recent.size >= MOST_RECENT_TEXTS) recent.clear()
    recent.set(text, id)
    return id
  }
  const dictionary = {
    searched,
    idOf(text: string) {
      const known = recent.get(text)
      if (known !== undefined) return known
      const id = stored(text)
      if (id !== null) return remember(text, id)
      insert.run(size, textHash(text), text)
      searched.add(size, text)
      size += 1
      return remember(text, size - 1)
    },
    find: (text: string) => recent.get(text) ?? stored(text),
    textOf: (id: number) => byId.get(id) ?? '',
    get size() {
      return size
    },
    load() {
      recent.clear()
      searched.clear()
      size = 1
      for (const [id, text] of rows<[number, string]>(database, 'SELECT id, text FROM history_texts ORDER BY id')) {
        searched.add(id, text)
        size = id + 1
      }
    },
    isBehind: () => lastId() >= size,
  }
  dictionary.load()
  return dictionary
}

function textHash(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, HASH_BYTES)
}

function openModels(database: Database.Database): Dictionaries['models'] & Loaded {
  const insert = database.prepare('INSERT INTO history_models VALUES (?, ?, ?)')
  const lastId = longest(database, 'history_models')
  const ids = new Map<string, Map<string, number>>()
  let all: ModelName[] = [NO_MODEL]

  function note(id: number, provider: string, model: string): void {
    while (all.length < id) all.push(NO_MODEL)
    all[id] = { provider, model }
    const ofProvider = ids.get(provider) ?? new Map<string, number>()
    ids.set(provider, ofProvider.set(model, id))
  }
  const dictionary = {
    idOf(provider: string, model: string) {
      const known = ids.get(provider)?.get(model)
      if (known !== undefined) return known
      const id = all.length
      insert.run(id, provider, model)
      note(id, provider, model)
      return id
    },
    get: (id: number) => all[id] ?? NO_MODEL,
    get size() {
      return all.length
    },
    load() {
      ids.clear()
      all = [NO_MODEL]
      const stored = rows<[number, string, string]>(
        database,
        'SELECT id, provider, model FROM history_models ORDER BY id',
      )
      for (const [id, provider, model] of stored) note(id, provider, model)
    },
    isBehind: () => lastId() >= all.length,
  }
  dictionary.load()
  return dictionary
}

function openProfiles(database: Database.Database): Dictionaries['profiles'] & Loaded {
  const insert = database.prepare('INSERT INTO history_profiles VALUES (?, ?, ?)')
  const rename = database.prepare('UPDATE history_profiles SET name = ? WHERE id = ?')
  const lastId = longest(database, 'history_profiles')
  const ids = new Map<string, number>()
  let shown: string[] = ['']
  let named = new Set<number>()
  let version = 0

  function note(id: number, hash: string, name: string | null): void {
    while (shown.length < id) shown.push('')
    shown[id] = name ?? hash
    if (name !== null) named.add(id)
    ids.set(hash, id)
  }
  function idOf(profileId: string): number {
    const hash = profileHash(profileId)
    const name = hash === profileId ? null : profileId
    const known = ids.get(hash)
    if (known === undefined) {
      const id = shown.length
      insert.run(id, hash, name)
      note(id, hash, name)
      version += 1
      return id
    }
    if (name !== null && !named.has(known)) {
      rename.run(name, known)
      note(known, hash, name)
      version += 1
    }
    return known
  }
  const dictionary = {
    idOf,
    find: (profileId: string) => ids.get(profileHash(profileId)) ?? null,
    nameOf: (id: number) => shown[id] ?? '',
    get version() {
      return version
    },
    know: database.transaction((known: readonly string[]) => {
      for (const id of known) idOf(id)
    }).immediate,
    get size() {
      return shown.length
    },
    load() {
      ids.clear()
      shown = ['']
      named = new Set()
      version += 1
      const stored = rows<[number, string, string | null]>(
        database,
        'SELECT id, hash, name FROM history_profiles ORDER BY id',
      )
      for (const [id, hash, name] of stored) note(id, hash, name)
    },
    isBehind: () => lastId() >= shown.length,
  }
  dictionary.load()
  return dictionary
}

function rows<T>(database: Database.Database, sql: string): IterableIterator<T> {
  return database.prepare<[], T>(sql).raw().iterate()
}
