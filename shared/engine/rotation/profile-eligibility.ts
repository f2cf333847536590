import { codeAt, memberOf } from './member.ts'
import { resolveAuthProvider } from './provider-id.ts'
import type { Rotation } from './rotation.ts'
import type { EligibilityCode } from './types.ts'

/** Whether one profile may be used for a provider at all, whatever its order says. */
export function profileEligibility(
  rotation: Rotation,
  provider: string,
  profileId: string,
  nowMs: number,
): EligibilityCode {
  return codeAt(memberOf(rotation, resolveAuthProvider(provider, rotation.policy.order), profileId), nowMs)
}
