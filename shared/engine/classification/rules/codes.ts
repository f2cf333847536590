import { any, has, names, type Condition } from './condition.ts'
import type { ClassificationRule } from './rule.ts'

const code = (...codes: string[]): Condition => any({ code: codes }, { bodyCode: codes })

/** Codes of a request parameter that the provider does not know. They outrank the text, not the status. */
export const PARAMETER_CODES: readonly string[] = ['UNKNOWN_PARAMETER']

/** Symbolic codes, as the failure carries them or as its JSON body names them. Upper and lower case are the same. */
export const CODE_RULES: readonly ClassificationRule[] = [
  { id: 'code.parameter', matches: 'an unknown parameter', when: code(...PARAMETER_CODES), reason: 'format' },
  {
    id: 'code.rate-limit',
    matches: 'codes for rate limits and throttling',
    when: code(
      'RESOURCE_EXHAUSTED',
      'RATE_LIMIT',
      'RATE_LIMITED',
      'RATE_LIMIT_EXCEEDED',
      'TOO_MANY_REQUESTS',
      'THROTTLED',
      'THROTTLING',
      'THROTTLINGEXCEPTION',
      'THROTTLING_EXCEPTION',
    ),
    reason: 'rate_limit',
  },
  {
    id: 'code.workspace',
    matches: 'a deactivated workspace',
    when: code('DEACTIVATED_WORKSPACE'),
    reason: 'auth_permanent',
    since: '2026.7.1',
  },
  {
    id: 'code.no-profile',
    matches: 'the selected auth profile is unavailable; its status does not count',
    when: code('SELECTED_AUTH_PROFILE_UNAVAILABLE'),
    reason: 'auth',
  },
  {
    id: 'code.overloaded',
    matches: 'codes for overload',
    when: code('OVERLOADED', 'OVERLOADED_ERROR'),
    reason: 'overloaded',
  },
  {
    id: 'code.transport',
    matches: 'codes of sockets, name resolution, HTTP clients and TLS handshakes',
    when: code(
      ...names('ECONNRESET ECONNREFUSED ECONNABORTED ENOTFOUND ETIMEDOUT ESOCKETTIMEDOUT EPIPE'),
      ...names('ENETDOWN ENETUNREACH ENETRESET EHOSTUNREACH EHOSTDOWN EADDRNOTAVAIL EAI_AGAIN EPROTO'),
      ...names('UND_ERR_CONNECT UND_ERR_CONNECT_TIMEOUT UND_ERR_SOCKET UND_ERR_HEADERS_TIMEOUT'),
      ...names('UND_ERR_BODY_TIMEOUT UND_ERR_DNS_RESOLVE_FAILED ERR_HTTP2_INVALID_SESSION'),
      ...names('ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PROTOCOL_RETURNED_AN_ERROR ERR_WEBSOCKET_TRANSPORT'),
    ),
    reason: 'timeout',
  },
  {
    id: 'code.premature-close',
    matches: 'a stream that closed too early',
    when: code('ERR_STREAM_PREMATURE_CLOSE'),
    reason: 'timeout',
    since: '2026.9.6',
  },
]

/** A certificate that cannot be trusted: asked where no HTTP status is known, because then no server answered. */
export const CERTIFICATE_RULES: readonly ClassificationRule[] = [
  {
    id: 'tls.code',
    matches: 'codes of certificates that cannot be trusted',
    when: any(
      code(
        ...names('CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_UNTRUSTED CERT_REJECTED'),
        ...names('CERT_SIGNATURE_FAILURE CERT_CHAIN_TOO_LONG DEPTH_ZERO_SELF_SIGNED_CERT'),
        ...names('SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT'),
        ...names('UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CERT_SIGNATURE'),
        ...names('CRL_HAS_EXPIRED CRL_NOT_YET_VALID CRL_SIGNATURE_FAILURE INVALID_CA INVALID_PURPOSE'),
        ...names('HOSTNAME_MISMATCH ERR_TLS_CERT_ALTNAME_INVALID ERR_TLS_CERT_ALTNAME_FORMAT'),
      ),
      has(
        'depth_zero_self_signed_cert',
        'self_signed_cert_in_chain',
        'unable_to_verify_leaf_signature',
        'cert_has_expired',
      ),
    ),
    reason: 'tls_certificate',
    since: '2026.9.6',
  },
  {
    id: 'tls.words',
    matches: 'texts for certificates that cannot be trusted',
    when: has(
      'certificate has expired',
      'certificate is not yet valid',
      'certificate verify failed',
      'certificate has been revoked',
      'self signed certificate',
      'self-signed certificate',
      'unable to verify the first certificate',
      'unable to get local issuer certificate',
      'unable to get issuer certificate',
      "does not match certificate's altnames",
    ),
    reason: 'tls_certificate',
    since: '2026.9.6',
  },
]
