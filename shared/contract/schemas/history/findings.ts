import { z } from 'zod'
import { FINDING_CODES, type Finding } from '../../history/index.ts'
import { oneOf, schemaOf, type Shape } from '../exact.ts'
import { filterSchema } from './filter.ts'

export const findingsSchema = schemaOf<readonly Finding[]>(
  z.array(
    z.object({
      id: z.string(),
      code: z.enum(FINDING_CODES),
      severity: oneOf<Finding['severity']>({ error: true, warning: true, info: true }),
      fromMs: z.number(),
      toMs: z.number(),
      provider: z.string().nullable(),
      profileIds: z.array(z.string()),
      models: z.array(z.string()),
      sessions: z.array(z.string()),
      figures: z.record(z.string(), z.number()),
      filter: filterSchema,
      runKeys: z.array(z.string()),
    } satisfies Shape<Finding>),
  ),
)
