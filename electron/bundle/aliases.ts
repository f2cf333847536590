import { shortHash } from '../../shared/engine/index.ts'
import { createNameFinder, type NameFinder } from './name-finder.ts'
import { isModelName, isProviderName } from './plain-names.ts'

/**
 * Names that stand for names: within one bundle, the same thing has the same alias wherever it is mentioned, and nothing of
 * the name is in it. They are numbered in the order in which things are met, so the same content gives the same bundle.
 */
export interface Aliases {
  /** `openai:account-1`, for an id or its hash. The provider is that of the first mention. */
  profile(id: string, provider: string | null): string
  /** `main` stays: every directory has it. */
  agent(id: string): string
  session(id: string): string
  /** In the form of an id that is made for one run, as which it is read again. */
  run(key: string): string
  /** As it is where it is a common one. */
  provider(id: string): string
  model(id: string): string
  /** `provider/model`, also an alias of the configuration, or one with a profile behind an @. */
  modelRef(ref: string): string
  other(kind: AliasKind, text: string): string
  /** The run that has this key, if one was met. */
  knownRun(key: string): string | null
  /** What is known, for the texts that mention it. */
  readonly names: NameFinder
  readonly count: number
}

/** What else people name, or what names them. */
export type AliasKind =
  | 'person'
  | 'name'
  | 'identity'
  | 'job'
  | 'lane'
  | 'host'
  | 'reference'
  | 'model-alias'
  | 'problem'
  | 'finding'

const HASHED_ID = /^sha256:[0-9a-f]{12}$/
const RUN_PREFIX = '00000000-0000-4000-8000-'
const MAIN = 'main'
/** A model, its release, which is written like a profile, and a profile, whose id may be an address. */
const REF_WITH_PROFILE = /^([^@]+)(@(?:\d{8}|i?q\d[a-z0-9_]{0,9}|\d{1,2}bit)(?=@|$))?(?:@(.+))?$/i
/** Words of their own in texts: there are many of them, and they are made up by programs. */
const WORDS: ReadonlySet<string> = new Set(['session', 'run', 'job', 'lane', 'agent', 'identity', 'model-alias'])
/** Made by the console, and in no text. */
const NOWHERE: ReadonlySet<string> = new Set(['problem', 'finding'])

/** @param withSessionIds sessions keep their ids, cleaned of what is known of people and accounts */
export function createAliases(withSessionIds: boolean): Aliases {
  const names = createNameFinder()
  const byKind = new Map<string, Map<string, string>>()
  const accounts = new Map<string, string>()
  let count = 0

  function alias(kind: string, text: string, nameOf: (number: number) => string): string {
    const aliases = byKind.get(kind) ?? new Map<string, string>()
    byKind.set(kind, aliases)
    const found = aliases.get(text)
    if (found !== undefined) return found
    const made = nameOf(aliases.size + 1)
    aliases.set(text, made)
    count += 1
    if (!NOWHERE.has(kind)) names.add(text, made, WORDS.has(kind))
    return made
  }

  const other: Aliases['other'] = (kind, text) => alias(kind, text, (number) => `${kind}-${number}`)
  const decided = new Map<string, string>()
  /** Once told, a name stays as it was told. */
  const once = (key: string, decide: () => string): string => {
    const made = decided.get(key) ?? decide()
    decided.set(key, made)
    return made
  }
  const namesNoHost = (id: string): boolean =>
    [...(byKind.get('host')?.keys() ?? [])].every((host) => !id.toLowerCase().includes(host))
  const provider: Aliases['provider'] = (id) =>
    once(`provider ${id}`, () =>
      isProviderName(id) && namesNoHost(id) ? id : alias('provider', id, (number) => `provider-${number}`),
    )
  const model: Aliases['model'] = (id) =>
    once(`model ${id}`, () =>
      isModelName(id) && namesNoHost(id) ? id : alias('model', id, (number) => `model-${number}`),
    )

  const profile: Aliases['profile'] = (id, ofProvider) => {
    const hash = HASHED_ID.test(id) ? id : shortHash(id)
    let made = accounts.get(hash)
    if (made === undefined) {
      const owner = ofProvider === null ? 'unknown' : provider(ofProvider)
      made = alias(`account of ${owner}`, hash, (number) => `${owner}:account-${number}`)
      accounts.set(hash, made)
    }
    if (hash !== id) names.add(id, made, false)
    return made
  }

  const modelRef: Aliases['modelRef'] = (ref) => {
    const named = byKind.get('model-alias')?.get(ref.toLowerCase())
    if (named !== undefined) return named
    const [, plain = ref, release = '', profileId] = REF_WITH_PROFILE.exec(ref) ?? []
    const slash = plain.indexOf('/')
    const ofProvider = slash > 0 ? plain.slice(0, slash) : null
    const name =
      byKind.get('model-alias')?.get(plain.toLowerCase()) ??
      (ofProvider === null ? model(plain) : `${provider(ofProvider)}/${model(plain.slice(slash + 1))}`)
    return name + release + (profileId === undefined ? '' : `@${profile(profileId, ofProvider)}`)
  }

  return {
    profile,
    provider,
    model,
    modelRef,
    other,
    names,
    agent: (id) => (id === MAIN ? id : alias('agent', id, (number) => `agent-${number}`)),
    session: (id) => (withSessionIds ? id : alias('session', id, (number) => `session-${number}`)),
    run: (key) => alias('run', key, (number) => RUN_PREFIX + number.toString(16).padStart(12, '0')),
    knownRun: (key) => byKind.get('run')?.get(key) ?? null,
    get count() {
      return count
    },
  }
}
