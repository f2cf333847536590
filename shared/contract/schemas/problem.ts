import { z } from 'zod'
import type { OpenFailure } from '../errors.ts'
import { PROBLEM_CODES, type Problem } from '../problems.ts'
import { oneOf, schemaOf, type Shape } from './exact.ts'

export const problemSchema = z.object({
  id: z.string(),
  severity: oneOf<Problem['severity']>({ error: true, warning: true, info: true }),
  code: z.enum(PROBLEM_CODES),
  file: z.string(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  message: z.string(),
  hint: z.string().nullable(),
  agentId: z.string().nullable(),
  keptFromMs: z.number().exactOptional(),
} satisfies Shape<Problem>)

export const openFailureSchema = schemaOf<OpenFailure>(
  z.object({
    path: z.string(),
    code: oneOf<OpenFailure['code']>({
      not_found: true,
      not_a_directory: true,
      bundle_refused: true,
      log_refused: true,
      no_permission: true,
      not_a_state_directory: true,
      unreadable: true,
    }),
    message: z.string(),
    hint: z.string(),
  } satisfies Shape<OpenFailure>),
)
