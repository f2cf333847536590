import { asText, own } from '../../shared/engine/index.ts'
import { isRecord, valueAt, type RawRecord } from '../openclaw/raw-values.ts'
import { checkUrl } from './address-rules.ts'
import { apiKindOf, type ApiKind } from './api-kind.ts'
import { knownProvider, whyNotCallable } from './known-providers.ts'
import { withVariables } from './variables.ts'

/** Where and how a provider is called. It holds no secret and may be shown. */
export interface ProviderEndpoint {
  readonly kind: 'endpoint'
  /** Provider id, trimmed and in lower case. */
  readonly provider: string
  readonly api: ApiKind
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Headers of the configuration that are no secrets, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Names of headers of the configuration whose values are secrets; they are read when a call is made. */
  readonly secretHeaders: readonly string[]
  /** The key is sent as a bearer token, whatever the form of the request. */
  readonly sendsBearer: boolean
  /** A model to try where nothing else says which; null: none is known. */
  readonly defaultTestModel: string | null
  readonly source: 'configuration' | 'built_in'
}

/** A provider that cannot be called, in words without any value of a file. */
export interface UnknownEndpoint {
  readonly kind: 'unknown_endpoint'
  readonly provider: string
  readonly code: 'not_configured' | 'not_callable' | 'unknown_api' | 'bad_address' | 'unset_variable'
  readonly message: string
  readonly hint: string
}

export interface EndpointQuestion {
  /** The parsed `openclaw.json`, includes merged, as it is written; anything that is no object configures nothing. */
  readonly config: unknown
  readonly provider: string
  /** The model to be called: the configuration may give it a form of its own. */
  readonly model?: string | undefined
  /** For `${NAME}` in addresses. */
  readonly env: Readonly<Record<string, string | undefined>>
}

const SECRET_HEADER = /auth|key|token|secret|cookie|credential|passw|session|signature/i
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/
/** Headers that belong to the connection or to the request form, whatever a configuration says. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'content-type', 'accept'])

/** How a provider is called: what the configuration says, and what is built in where it says nothing. */
export function endpointOf({ config, provider, model, env }: EndpointQuestion): ProviderEndpoint | UnknownEndpoint {
  const id = provider.trim().toLowerCase()
  const unknown = (code: UnknownEndpoint['code'], message: string, hint: string): UnknownEndpoint => ({
    kind: 'unknown_endpoint',
    provider: id,
    code,
    message,
    hint,
  })
  const entry = providerEntry(config, id)
  const known = knownProvider(id)
  const written = entry ? asText(own(entry, 'baseUrl')) : null
  const obstacle = whyNotCallable(id)
  if (written === null && obstacle !== null)
    return unknown(
      'not_callable',
      `${id} cannot be tried from here. ${obstacle}`,
      'Its state is known from the runs that use it.',
    )
  if (written === null && known === null)
    return unknown(
      'not_configured',
      `Where ${id} is called is not known.`,
      `Add baseUrl and api under models.providers.${id} in openclaw.json.`,
    )
  const models = modelEntries(entry)
  const asked = models.find((item) => own(item, 'id') === model)
  const apiName = asText(own(asked ?? {}, 'api')) ?? (entry ? asText(own(entry, 'api')) : null)
  const api = apiName === null ? (known?.api ?? 'openai-completions') : apiKindOf(apiName.trim())
  if (api === null)
    return unknown(
      'unknown_api',
      `${id} is configured with a form of request that cannot be tried from here.`,
      'A test call knows openai-completions, openai-responses, anthropic-messages and google-generative-ai.',
    )
  const address = withVariables(written ?? known?.baseUrl ?? '', env)
  if (address === null)
    return unknown(
      'unset_variable',
      `The address of ${id} names a variable that is not set here.`,
      'Set it where Switchyard is started, or write the address out.',
    )
  const checked = checkUrl(address.trim())
  if ('problem' in checked)
    return unknown(
      'bad_address',
      `The address of ${id} cannot be used. ${checked.problem.message}`,
      checked.problem.hint,
    )
  const headers = configuredHeaders(entry, asked)
  return {
    kind: 'endpoint',
    provider: id,
    api,
    baseUrl: baseOf(checked.url, apiName),
    headers: headers.open,
    secretHeaders: headers.secret,
    sendsBearer: entry !== null && own(entry, 'authHeader') === true,
    defaultTestModel: models.flatMap((item) => asText(own(item, 'id'))?.trim() ?? [])[0] ?? known?.testModel ?? null,
    source: written === null ? 'built_in' : 'configuration',
  }
}

/** The value of a header as the configuration writes it: text, reference or nothing. */
export function configuredHeader(config: unknown, provider: string, model: string, name: string): unknown {
  const entry = providerEntry(config, provider)
  const asked = modelEntries(entry).find((item) => own(item, 'id') === model)
  return [valueAt(entry, 'headers'), valueAt(asked, 'headers')]
    .filter(isRecord)
    .flatMap((headers) => Object.entries(headers))
    .findLast(([key]) => key.toLowerCase() === name)?.[1]
}

function providerEntry(config: unknown, id: string): RawRecord | null {
  const providers = valueAt(config, 'models', 'providers')
  if (!isRecord(providers)) return null
  const entry = Object.entries(providers).find(([key]) => key.trim().toLowerCase() === id)?.[1]
  return isRecord(entry) ? entry : null
}

function modelEntries(entry: RawRecord | null): readonly RawRecord[] {
  const models = valueAt(entry, 'models')
  return Array.isArray(models) ? models.filter(isRecord) : []
}

/** What is a secret by its name, is a reference, or names a variable is not kept, only named. */
function configuredHeaders(
  entry: RawRecord | null,
  model: RawRecord | undefined,
): { readonly open: Readonly<Record<string, string>>; readonly secret: readonly string[] } {
  const all = new Map<string, unknown>()
  for (const headers of [valueAt(entry, 'headers'), valueAt(model, 'headers')])
    if (isRecord(headers))
      for (const [name, value] of Object.entries(headers))
        if (HEADER_NAME.test(name) && !OWN_HEADERS.has(name.toLowerCase())) all.set(name.toLowerCase(), value)
  return {
    open: Object.fromEntries([...all].filter(isOpen).map(([name, value]) => [name, String(value)])),
    secret: [...all].filter((header) => !isOpen(header)).map(([name]) => name),
  }
}

function isOpen([name, value]: readonly [string, unknown]): boolean {
  return typeof value === 'string' && !SECRET_HEADER.test(name) && !value.includes('$')
}

/** The address that paths are added to. Two servers are commonly written without the path that they need. */
function baseOf(url: URL, apiName: string | null): string {
  const base = url.href.replace(/\/+$/, '')
  if (url.hostname === 'generativelanguage.googleapis.com' && url.pathname === '/') return `${base}/v1beta`
  // Ollama's own address; the form that others understand lies below it.
  if (apiName === 'ollama' && url.pathname === '/') return `${base}/v1`
  return base
}
