import { BlockList, isIP } from 'node:net'

/** What an address is to a call that carries a secret. */
export type AddressKind =
  /** this machine */
  | 'loopback'
  /** a network of one's own */
  | 'private'
  | 'public'
  /** nothing that a provider could have: link-local, metadata services of clouds, groups, no address at all */
  | 'never'

const NEVER = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.192', 32],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  NEVER.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  // The link-local range inside of translated addresses.
  ['64:ff9b::a9fe:0', 112],
  ['2002:a9fe::', 32],
] as const)
  NEVER.addSubnet(network, prefix, 'ipv6')

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')

/** IPv4 addresses written as IPv6 count as what they are. Anything that is no address: `never`. */
export function addressKind(text: string): AddressKind {
  const address = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const version = isIP(address)
  if (version === 0) return 'never'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (NEVER.check(address, family)) return 'never'
  if (LOOPBACK.check(address, family)) return 'loopback'
  return PRIVATE.check(address, family) ? 'private' : 'public'
}

/** Plain HTTP stays inside of one's own network; nothing is ever sent to an address that no provider can have. */
export function mayConnect(address: string, protocol: string): boolean {
  const kind = addressKind(address)
  return kind !== 'never' && (protocol === 'https:' || kind !== 'public')
}

/** Why nothing may be sent to a URL. The words hold no part of it. */
export interface UrlProblem {
  readonly code: 'not_a_url' | 'scheme' | 'has_credentials' | 'has_query' | 'plain_http' | 'forbidden_address'
  readonly message: string
  readonly hint: string
}

const PROBLEMS = {
  not_a_url: { message: 'It is not an address.', hint: 'It begins with https:// and names a server.' },
  scheme: { message: 'Only https addresses are called, and http ones in your own network.', hint: 'Use https://.' },
  has_credentials: {
    message: 'It holds a user name or password.',
    hint: 'Take them out of the address; a key belongs into an auth profile.',
  },
  has_query: {
    message: 'It holds a query or a fragment, which a path cannot be added to.',
    hint: 'Take everything from the ? or # on out of the address.',
  },
  plain_http: {
    message: 'It would send the key unencrypted over the internet.',
    hint: 'Use https://. Plain http is for servers on this machine or in your own network.',
  },
  forbidden_address: {
    message: 'It leads to an address that is never a provider: link-local, or the metadata service of a cloud.',
    hint: 'Check the address of the provider in the configuration.',
  },
} as const satisfies Record<UrlProblem['code'], Omit<UrlProblem, 'code'>>

export function urlProblem(code: UrlProblem['code']): UrlProblem {
  return { code, ...PROBLEMS[code] }
}

/**
 * Checks what can be seen in a URL itself. Where its name leads to is checked when a connection is made, and that
 * connection goes to the very address that was checked.
 */
export function checkUrl(text: string): { readonly url: URL } | { readonly problem: UrlProblem } {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return { problem: urlProblem('not_a_url') }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: urlProblem('scheme') }
  if (url.username !== '' || url.password !== '') return { problem: urlProblem('has_credentials') }
  if (url.search !== '' || url.hash !== '') return { problem: urlProblem('has_query') }
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) {
    if (addressKind(literal) === 'never') return { problem: urlProblem('forbidden_address') }
    if (!mayConnect(literal, url.protocol)) return { problem: urlProblem('plain_http') }
  }
  return { url }
}
