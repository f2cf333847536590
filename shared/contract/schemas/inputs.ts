import { z } from 'zod'
import type {
  AddAccountInput,
  EditAccountInput,
  LedgerQuery,
  ProfileInput,
  ProfilesInput,
  SaveOrderInput,
  SecretInput,
  SnoozeInput,
} from '../editing.ts'
import type { ExportInput, ExportPlainInput, PreviewImportInput } from '../transfer.ts'
import type { CreateDirectoryInput, ProtectionInput } from '../vault.ts'
import { orderBaseSchema, orderTargetSchema } from './editing.ts'
import { schemaOf, type Shape } from './exact.ts'
import { policyIdSchema } from './facts.ts'
import { secretRefSchema } from './store.ts'

/** The longest path that any system in use accepts (Linux, `PATH_MAX`). */
const MAX_PATH_CHARACTERS = 4096
/** Far more than any id, name or address that people use. */
const MAX_TEXT_CHARACTERS = 512
/** The longest tokens in use are a few thousand characters. */
const MAX_SECRET_CHARACTERS = 65_536
const MAX_PROFILES = 10_000

export const pathSchema = z
  .string()
  .max(MAX_PATH_CHARACTERS)
  .refine((path) => path.trim() !== '', 'A path is needed.')
  .refine((path) => !path.includes('\0'), 'A path cannot contain a NUL character.')

const textSchema = z.string().max(MAX_TEXT_CHARACTERS)
export const nameSchema = textSchema.refine((text) => text.trim() !== '', 'This cannot be empty.')
const secretSchema = z.string().max(MAX_SECRET_CHARACTERS)
const idsSchema = z.array(nameSchema).max(MAX_PROFILES)
const timeSchema = z.number().int().positive().max(8_640_000_000_000_000)

/** Inputs are strict: a field that the host does not know is refused, not ignored. */
export const openInputSchema = z.strictObject({ path: pathSchema })
export const chooseInputSchema = z.strictObject({ what: z.enum(['directory', 'bundle', 'log']) })
export const openBesideInputSchema = z.strictObject({ path: pathSchema.nullable() })
export const setPolicyInputSchema = z.strictObject({ policyId: policyIdSchema.nullable() })

export const saveOrderInputSchema = schemaOf<SaveOrderInput>(
  z.strictObject({
    agentId: nameSchema,
    provider: nameSchema,
    target: orderTargetSchema,
    profileIds: idsSchema.nullable(),
    base: orderBaseSchema.nullable(),
  } satisfies Shape<SaveOrderInput>),
)

export const orderHistoryInputSchema = z.strictObject({
  agentId: nameSchema.nullable(),
  provider: nameSchema.nullable(),
  limit: z.number().int().min(1).max(500),
})

export const revisionInputSchema = z.strictObject({ revisionId: z.number().int() })

const secretInputSchema: z.ZodType<SecretInput> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('inline'), value: secretSchema }),
  z.strictObject({ kind: z.literal('reference'), ref: secretRefSchema }),
])

export const addAccountInputSchema = schemaOf<AddAccountInput>(
  z.strictObject({
    agentId: nameSchema,
    owner: z.enum(['own', 'shared']),
    profileId: nameSchema,
    provider: nameSchema,
    type: z.enum(['api_key', 'token']),
    secret: secretInputSchema,
    expiresMs: timeSchema.nullable(),
    email: textSchema.nullable(),
    displayName: textSchema.nullable(),
  } satisfies Shape<AddAccountInput>),
)

export const editAccountInputSchema = schemaOf<EditAccountInput>(
  z.strictObject({
    agentId: nameSchema,
    profileId: nameSchema,
    secret: secretInputSchema.exactOptional(),
    expiresMs: timeSchema.nullable().exactOptional(),
    email: textSchema.nullable().exactOptional(),
    displayName: textSchema.nullable().exactOptional(),
  } satisfies Shape<EditAccountInput>),
)

export const profileInputSchema = schemaOf<ProfileInput>(
  z.strictObject({ agentId: nameSchema, profileId: nameSchema } satisfies Shape<ProfileInput>),
)

const profilesShape = {
  agentId: nameSchema,
  profileIds: idsSchema.min(1),
} satisfies Shape<ProfilesInput>
export const profilesInputSchema = schemaOf<ProfilesInput>(z.strictObject(profilesShape))
export const snoozeInputSchema = schemaOf<SnoozeInput>(z.strictObject({ ...profilesShape, untilMs: timeSchema }))

export const ledgerQuerySchema = schemaOf<LedgerQuery>(
  z.strictObject({
    agentId: nameSchema.nullable(),
    profileId: nameSchema.nullable(),
    beforeId: z.number().int().nullable(),
    limit: z.number().int().min(1).max(500),
  } satisfies Shape<LedgerQuery>),
)

const protectionInputSchema: z.ZodType<ProtectionInput> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['safe_storage', 'keyring', 'key_file']) }),
  z.strictObject({ kind: z.literal('passphrase'), passphrase: secretSchema }),
])

export const changePassphraseInputSchema = z.strictObject({ current: secretSchema, next: secretSchema })
export const passphraseInputSchema = z.strictObject({ passphrase: secretSchema })
export const addProtectionInputSchema = z.strictObject({ protection: protectionInputSchema })
export const removeProtectionInputSchema = z.strictObject({
  kind: z.enum(['safe_storage', 'keyring', 'passphrase', 'key_file']),
})

export const createDirectoryInputSchema = schemaOf<CreateDirectoryInput>(
  z.strictObject({
    name: nameSchema,
    path: pathSchema.nullable(),
    protection: protectionInputSchema,
  } satisfies Shape<CreateDirectoryInput>),
)

export const previewImportInputSchema = schemaOf<PreviewImportInput>(
  z.strictObject({
    agentId: nameSchema,
    path: pathSchema,
    passphrase: secretSchema.nullable(),
  } satisfies Shape<PreviewImportInput>),
)
export const importInputSchema = z.strictObject({ previewId: nameSchema })

export const exportInputSchema = schemaOf<ExportInput>(
  z.strictObject({ path: pathSchema, passphrase: secretSchema } satisfies Shape<ExportInput>),
)
export const exportPlainInputSchema = schemaOf<ExportPlainInput>(
  z.strictObject({ path: pathSchema, acceptsPlainText: z.literal(true) } satisfies Shape<ExportPlainInput>),
)
