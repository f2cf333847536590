import { z } from 'zod'
import type {
  BundleInfo,
  BundleOptions,
  BundlePart,
  BundlePreview,
  SaveBundleInput,
  SavedBundle,
} from '../history/index.ts'
import { schemaOf, type Shape } from './exact.ts'
import { instantSchema } from './history/index.ts'
import { nameSchema, pathSchema } from './inputs.ts'

export const bundleOptionsSchema = schemaOf<BundleOptions>(
  z.strictObject({
    fromMs: instantSchema.nullable(),
    toMs: instantSchema.nullable(),
    withErrorTexts: z.boolean(),
    withSessionIds: z.boolean(),
  } satisfies Shape<BundleOptions>),
)

export const saveBundleInputSchema = schemaOf<SaveBundleInput>(
  z.strictObject({ previewId: nameSchema, path: pathSchema } satisfies Shape<SaveBundleInput>),
)

export const savedBundleSchema = schemaOf<SavedBundle>(
  z.object({ path: z.string(), bytes: z.number() } satisfies Shape<SavedBundle>),
)

export const bundleInfoSchema = z.object({
  name: z.string(),
  createdMs: z.number(),
  version: z.number(),
  consoleVersion: z.string(),
  hasFacts: z.boolean(),
} satisfies Shape<BundleInfo>)

const partSchema = z.object({
  name: z.string(),
  bytes: z.number(),
  records: z.number().nullable(),
  preview: z.string(),
  isCut: z.boolean(),
} satisfies Shape<BundlePart>)

export const bundlePreviewSchema = schemaOf<BundlePreview>(
  z.object({
    id: z.string(),
    parts: z.array(partSchema),
    aliasCount: z.number(),
  } satisfies Shape<BundlePreview>),
)
