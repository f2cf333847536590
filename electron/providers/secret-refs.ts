import { asText, own, type SecretRef } from '../../shared/engine/index.ts'
import { isRecord, valueAt, type RawRecord } from '../openclaw/raw-values.ts'
import { pathProblem, problem, type Resolved } from './ref-problem.ts'
import { runCommand } from './secret-command.ts'
import { checkPath, readSecretFile, type PathRules } from './secure-path.ts'

export interface RefResolverOptions {
  /** The parsed `openclaw.json`; its `secrets` tell where references lead. */
  readonly config: unknown
  readonly env: Readonly<Record<string, string | undefined>>
  /**
   * Commands that the configuration names may be run. Only for a directory whose owner sits in front of this machine:
   * the configuration of somebody else would run whatever it likes.
   */
  readonly mayRunCommands: boolean
  /** A secret of the vault by its id; null: there is none. */
  openVaultSecret(id: string): Promise<string | null>
}

/** Resolves a reference. Never rejects, and no problem holds a value. */
export type RefResolver = (ref: SecretRef) => Promise<Resolved>

/** The provider alias of references into the vault. */
const VAULT_ALIAS = 'switchyard'

const ALIAS = /^[a-z][a-z0-9_-]{0,63}$/
const IDS: Readonly<Record<SecretRef['source'], RegExp>> = {
  env: /^[A-Z][A-Z0-9_]{0,127}$/,
  store: /^[A-Za-z0-9][A-Za-z0-9._:/#-]{0,255}$/,
  file: /^(?:value|\/[\s\S]{0,1024})$/,
  exec: /^[A-Za-z0-9][A-Za-z0-9._:/#-]{0,255}$/,
}
const MAX_BYTES = 1024 * 1024
const TIMEOUT_MS = 5000
const MAX_TIMEOUT_MS = 30_000
const MAX_SECRET_CHARS = 64 * 1024

export function createRefResolver(options: RefResolverOptions): RefResolver {
  return async (written) => {
    const ref = withDefaultAlias(written, options.config)
    if (!ALIAS.test(ref.provider) || !IDS[ref.source].test(ref.id) || hasDotSegment(ref))
      return problem('invalid_ref', 'The secret reference is not written correctly.', 'Check its provider and id.')
    try {
      return checked(await resolve(ref, options))
    } catch {
      // Whatever broke may quote what it read; that much is said and no more.
      return problem('unresolvable', 'The secret reference could not be resolved.', 'Check where it leads.')
    }
  }
}

/** A reference without an alias means the one that the configuration makes the default of its source. */
function withDefaultAlias(ref: SecretRef, config: unknown): SecretRef {
  if (ref.provider !== 'default' || isRecord(valueAt(config, 'secrets', 'providers', 'default'))) return ref
  const alias = asText(valueAt(config, 'secrets', 'defaults', ref.source))
  return alias === null ? ref : { ...ref, provider: alias.trim() }
}

function hasDotSegment({ source, id }: SecretRef): boolean {
  return source === 'exec' && id.split('/').some((segment) => segment === '.' || segment === '..')
}

async function resolve(ref: SecretRef, options: RefResolverOptions): Promise<Resolved> {
  if (ref.source === 'store') return fromVault(ref, options)
  const entry = valueAt(options.config, 'secrets', 'providers', ref.provider)
  if (!isRecord(entry)) {
    if (ref.source === 'env') return fromVariable(ref, {}, options)
    return problem(
      'unknown_provider',
      `The secret reference names ${ref.provider}, which openclaw.json does not configure.`,
      `Add secrets.providers.${ref.provider}.`,
    )
  }
  if (own(entry, 'source') !== ref.source)
    return problem(
      'wrong_source',
      `secrets.providers.${ref.provider} is not of the source that the reference asks for (${ref.source}).`,
      'Correct the reference or the provider.',
    )
  if (ref.source === 'env') return fromVariable(ref, entry, options)
  return ref.source === 'file' ? fromFile(ref, entry) : fromCommand(ref, entry, options)
}

async function fromVault(ref: SecretRef, { openVaultSecret }: RefResolverOptions): Promise<Resolved> {
  if (ref.provider !== VAULT_ALIAS)
    return problem(
      'store_unsupported',
      'The secret lies in a store of OpenClaw that cannot be opened from here.',
      'Test this account with openclaw models status --probe.',
    )
  const secret = await openVaultSecret(ref.id)
  if (secret !== null) return { secret }
  return problem('vault_missing', 'The vault holds no secret for this account.', 'Enter the key again.')
}

function fromVariable({ provider, id }: SecretRef, entry: RawRecord, { env }: RefResolverOptions): Resolved {
  const allowed = own(entry, 'allowlist')
  if (Array.isArray(allowed) && !allowed.includes(id))
    return problem(
      'variable_not_allowed',
      `${id} is not in the allowlist of secrets.providers.${provider}.`,
      'Add it there, or use another variable.',
    )
  const value = own(env, id)
  if (value !== undefined && value.trim() !== '') return { secret: value }
  return problem(
    'variable_missing',
    `The environment variable ${id} is not set here.`,
    'OpenClaw may have it set where it runs. To test from here, start Switchyard with it.',
  )
}

async function fromFile(ref: SecretRef, entry: RawRecord): Promise<Resolved> {
  const rules: PathRules = {
    allowsLink: false,
    trustedFolders: [],
    allowsInsecure: own(entry, 'allowInsecurePath') === true,
    allowsReaders: false,
  }
  const file = asText(own(entry, 'path'))
  if (file === null) return pathProblem('file_unusable', ref, 'missing')
  const maxBytes = Math.min(positive(own(entry, 'maxBytes')) ?? MAX_BYTES, MAX_BYTES)
  const read = await readSecretFile(file.trim(), rules, maxBytes)
  if ('flaw' in read) {
    if (read.flaw !== 'too_large') return pathProblem('file_unusable', ref, read.flaw)
    return problem(
      'file_too_large',
      `The file of secrets.providers.${ref.provider} is larger than ${maxBytes} bytes.`,
      'A file of secrets is small. Check the path.',
    )
  }
  const text = new TextDecoder().decode(read.bytes)
  if (own(entry, 'mode') === 'singleValue') {
    if (ref.id === 'value') return { secret: text.replace(/\r?\n$/, '') }
    return problem(
      'invalid_ref',
      'The file holds one value, but the reference asks for a part of it.',
      'Use the id value.',
    )
  }
  const document = parsed(text)
  if (document === null)
    return problem(
      'file_not_json',
      `The file of secrets.providers.${ref.provider} is not a JSON object.`,
      'Correct the file, or set mode to singleValue.',
    )
  const value = atPointer(document, ref.id)
  if (value === undefined)
    return problem(
      'pointer_missing',
      'The file has nothing where the reference points.',
      'Check the id of the reference.',
    )
  return typeof value === 'string' ? { secret: value } : notText()
}

async function fromCommand(ref: SecretRef, entry: RawRecord, options: RefResolverOptions): Promise<Resolved> {
  if (!options.mayRunCommands)
    return problem(
      'commands_not_allowed',
      `The secret comes from a command of the configuration (secrets.providers.${ref.provider}), which is not run.`,
      'Allow commands for this directory if it is yours.',
    )
  const written = asText(own(entry, 'command'))
  if (written === null) return pathProblem('command_unusable', ref, 'missing')
  const checkedPath = await checkPath(written.trim(), {
    allowsLink: own(entry, 'allowSymlinkCommand') === true,
    trustedFolders: texts(own(entry, 'trustedDirs')),
    allowsInsecure: own(entry, 'allowInsecurePath') === true,
    allowsReaders: true,
  })
  if ('flaw' in checkedPath) return pathProblem('command_unusable', ref, checkedPath.flaw)
  const silence = positive(own(entry, 'noOutputTimeoutMs'))
  const outcome = await runCommand({
    command: checkedPath.path,
    args: texts(own(entry, 'args')),
    env: environmentFor(entry, options.env),
    input: JSON.stringify({ protocolVersion: 1, provider: ref.provider, ids: [ref.id] }),
    timeoutMs: Math.min(positive(own(entry, 'timeoutMs')) ?? TIMEOUT_MS, MAX_TIMEOUT_MS),
    silenceMs: silence === null ? null : Math.min(silence, MAX_TIMEOUT_MS),
    maxOutputBytes: Math.min(positive(own(entry, 'maxOutputBytes')) ?? MAX_BYTES, MAX_BYTES),
  })
  const name = `The command of secrets.providers.${ref.provider}`
  const hint = 'Run it by hand to see what it says.'
  if (outcome.kind === 'not_started') return problem('command_failed', `${name} could not be started.`, hint)
  if (outcome.kind === 'timeout') return problem('command_timeout', `${name} did not answer in time.`, hint)
  if (outcome.kind === 'too_much_output') return problem('command_output', `${name} printed more than it may.`, hint)
  if (outcome.exitCode !== 0) return problem('command_failed', `${name} ended with an error.`, hint)
  return fromAnswer(ref, outcome.output, own(entry, 'jsonOnly') !== false)
}

/** The documented answer, or, where it is allowed and nothing else is asked, the printed text as it is. */
function fromAnswer(ref: SecretRef, output: string, isJsonOnly: boolean): Resolved {
  const answer = parsed(output)
  const hint = 'It prints {"protocolVersion":1,"values":{…}}. Run it by hand to see what it says.'
  if (answer === null || own(answer, 'protocolVersion') !== 1) {
    const text = output.trim()
    if (!isJsonOnly && answer === null && text !== '') return { secret: text }
    return problem(
      'command_output',
      `The command of secrets.providers.${ref.provider} did not answer in the expected form.`,
      hint,
    )
  }
  const values = own(answer, 'values')
  const value = isRecord(values) ? own(values, ref.id) : undefined
  if (typeof value === 'string') return { secret: value }
  if (value !== undefined) return notText()
  return problem('command_output', `The command of secrets.providers.${ref.provider} has no such secret.`, hint)
}

/** Only what the configuration passes on and sets; nothing else of this program's environment. */
function environmentFor(entry: RawRecord, env: RefResolverOptions['env']): Record<string, string> {
  const passed = texts(own(entry, 'passEnv')).flatMap((name) => {
    const value = own(env, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const set = own(entry, 'env')
  const fixed = isRecord(set)
    ? Object.entries(set).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    : []
  return Object.fromEntries([...passed, ...fixed])
}

function checked(resolved: Resolved): Resolved {
  if ('problem' in resolved) return resolved
  const secret = resolved.secret.trim()
  if (secret === '') return problem('empty', 'The secret reference leads to an empty value.', 'Enter the secret there.')
  return secret.length > MAX_SECRET_CHARS ? notText() : { secret }
}

function notText(): Resolved {
  return problem('not_text', 'The secret reference leads to something that is no key.', 'A key is one line of text.')
}

function parsed(text: string): RawRecord | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** RFC 6901 */
function atPointer(document: RawRecord, pointer: string): unknown {
  if (!pointer.startsWith('/')) return undefined
  let value: unknown = document
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) value = /^(?:0|[1-9]\d{0,8})$/.test(key) ? value[Number(key)] : undefined
    else value = isRecord(value) ? own(value, key) : undefined
  }
  return value
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 1 ? Math.floor(value) : null
}
