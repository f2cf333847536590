import { z } from 'zod'
import {
  DECISIONS,
  type HistoryFilter,
  type RangePreset,
  type SaveViewInput,
  type SavedView,
} from '../../history/index.ts'
import { oneOf, schemaOf, type Shape } from '../exact.ts'
import { nameSchema } from '../inputs.ts'

/** The last instant that a date can name. */
const LAST_INSTANT_MS = 8_640_000_000_000_000

/** More values of one field than a person can choose. */
const MAX_VALUES = 1000

export const instantSchema = z.number().min(0).max(LAST_INSTANT_MS)

const valuesSchema = z.array(z.string().max(512)).max(MAX_VALUES)

export const decisionSchema = z.enum(DECISIONS)

const filterShape = {
  fromMs: instantSchema.exactOptional(),
  toMs: instantSchema.exactOptional(),
  agents: valuesSchema.exactOptional(),
  sessions: valuesSchema.exactOptional(),
  runs: valuesSchema.exactOptional(),
  providers: valuesSchema.exactOptional(),
  models: valuesSchema.exactOptional(),
  profiles: valuesSchema.exactOptional(),
  decisions: z.array(decisionSchema).max(MAX_VALUES).exactOptional(),
  reasons: valuesSchema.exactOptional(),
  statuses: z.array(z.number().int()).max(MAX_VALUES).exactOptional(),
  text: z.string().max(512).exactOptional(),
} satisfies Shape<HistoryFilter>

export const filterSchema = schemaOf<HistoryFilter>(z.strictObject(filterShape))

export const filterInputSchema = z.strictObject({ filter: filterSchema })

const presetSchema = oneOf<RangePreset>({ '1h': true, '24h': true, '7d': true, '30d': true }).nullable()

export const saveViewInputSchema = schemaOf<SaveViewInput>(
  z.strictObject({ name: nameSchema, filter: filterSchema, preset: presetSchema } satisfies Shape<SaveViewInput>),
)

export const viewInputSchema = z.strictObject({ id: z.number().int() })

const viewSchema = z.object({
  id: z.number(),
  name: z.string(),
  filter: filterSchema,
  preset: presetSchema,
} satisfies Shape<SavedView>)

export const savedViewSchema = schemaOf<SavedView>(viewSchema)

export const savedViewsSchema = schemaOf<readonly SavedView[]>(z.array(viewSchema))
