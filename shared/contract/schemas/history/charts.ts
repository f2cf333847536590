import { z } from 'zod'
import type { ChartsData, ChartsQuery, RunOutcome } from '../../history/index.ts'
import { schemaOf, type Shape } from '../exact.ts'
import { filterSchema, instantSchema } from './filter.ts'

export const chartsQuerySchema = schemaOf<ChartsQuery>(
  z.strictObject({ fromMs: instantSchema, toMs: instantSchema, filter: filterSchema } satisfies Shape<ChartsQuery>),
)

type Element<K extends keyof ChartsData> = ChartsData[K] extends readonly (infer E)[] ? E : never

export const chartsDataSchema = schemaOf<ChartsData>(
  z.object({
    bucketMs: z.number(),
    outcomes: z.array(
      z.object({
        atMs: z.number(),
        counts: z.object({
          answered: z.number(),
          fell_back: z.number(),
          exhausted: z.number(),
          stopped: z.number(),
          unknown: z.number(),
        } satisfies Shape<Record<RunOutcome, number>>),
      } satisfies Shape<Element<'outcomes'>>),
    ),
    reasons: z.array(
      z.object({ provider: z.string(), reason: z.string(), count: z.number() } satisfies Shape<Element<'reasons'>>),
    ),
    locked: z.array(
      z.object({
        profileId: z.string(),
        cooldownMs: z.number(),
        disabledMs: z.number(),
        blockedMs: z.number(),
      } satisfies Shape<Element<'locked'>>),
    ),
    onFallback: z.array(
      z.object({ name: z.string(), fallbackMs: z.number(), totalMs: z.number() } satisfies Shape<
        Element<'onFallback'>
      >),
    ),
    recoveries: z.array(
      z.object({
        model: z.string(),
        medianMs: z.number(),
        p90Ms: z.number(),
        count: z.number(),
      } satisfies Shape<Element<'recoveries'>>),
    ),
  } satisfies Shape<ChartsData>),
)
