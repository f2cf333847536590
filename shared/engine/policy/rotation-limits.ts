/** How often another profile of the same provider is tried before the next model (R38). */
export interface RotationLimits {
  readonly overloadedProfileRotations: number
  /** Wait before a rotation after an overload, in ms. */
  readonly overloadedBackoffMs: number
  readonly rateLimitedProfileRotations: number
}

/** The documented and executed defaults, the same in every generation. */
export const ROTATION_LIMITS: RotationLimits = {
  overloadedProfileRotations: 1,
  overloadedBackoffMs: 0,
  rateLimitedProfileRotations: 1,
}
