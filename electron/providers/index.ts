/** Calls to providers: testing and re-checking an account, resolving where its secret lies, refreshing a sign-in. */
export type { ApiKind } from './api-kind.ts'
export {
  CredentialMaterial,
  materialFor,
  type CredentialProblem,
  type MaterialQuestion,
} from './credential-material.ts'
export { endpointOf, type EndpointQuestion, type ProviderEndpoint, type UnknownEndpoint } from './endpoints.ts'
export { readExpiry, type Expiry } from './expiry.ts'
export type { HttpRequest, HttpResult, HttpSend } from './http-request.ts'
export { concludeUsage } from './conclude-usage.ts'
export { interpretCall, type CallConclusion, type CallContext } from './interpret-call.ts'
export { callProvider, type CallRequest, type RawOutcome } from './minimal-call.ts'
export {
  createOAuthRefresher,
  refreshLockFile,
  type OAuthRefresher,
  type OAuthRefresherPorts,
  type RefreshRequest,
} from './oauth-refresh.ts'
export { effectOfRecheck, modelForRecheck } from './recheck.ts'
export type { RefreshFailure, RefreshFailureCode, RefreshOutcome } from './refresh-outcome.ts'
export type { RefProblem, Resolved } from './ref-problem.ts'
export { createRefResolver, type RefResolver, type RefResolverOptions } from './secret-refs.ts'
export { createSingleFlightMap, type SingleFlightMap } from './single-flight-map.ts'
export { askUsage, type UsageQuestion } from './usage-endpoint.ts'
