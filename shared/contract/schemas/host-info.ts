import { z } from 'zod'
import type { HostInfo } from '../types.ts'
import { oneOf, schemaOf, type Shape } from './exact.ts'

export const hostInfoSchema = schemaOf<HostInfo>(
  z.object({
    version: z.string(),
    runtime: oneOf<HostInfo['runtime']>({ electron: true, node: true }),
    platform: z.string(),
    zone: z.string(),
    canChooseDirectory: z.boolean(),
    besideIn: oneOf<'window' | 'tab'>({ window: true, tab: true }).nullable(),
    clockShiftMs: z.number(),
    defaultDirectory: z.string(),
  } satisfies Shape<HostInfo>),
)
