import { z } from 'zod'
import { policyIdSchema } from './facts.ts'

/** The longest path that any system in use accepts (Linux, `PATH_MAX`). */
const MAX_PATH_CHARACTERS = 4096

const pathSchema = z
  .string()
  .max(MAX_PATH_CHARACTERS)
  .refine((path) => path.trim() !== '', 'A path is needed.')
  .refine((path) => !path.includes('\0'), 'A path cannot contain a NUL character.')

/** Inputs are strict: a field that the host does not know is refused, not ignored. */
export const openInputSchema = z.strictObject({ path: pathSchema })
export const setPolicyInputSchema = z.strictObject({ policyId: policyIdSchema.nullable() })
