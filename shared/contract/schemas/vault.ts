import { z } from 'zod'
import type { KnownDirectory, ProtectionKind, ProtectionOffer, ProtectionProblem, VaultState } from '../vault.ts'
import { oneOf, schemaOf, type Shape } from './exact.ts'

export const protectionKindSchema = oneOf<ProtectionKind>({
  safe_storage: true,
  keyring: true,
  passphrase: true,
  key_file: true,
})

const offerSchema = z.object({
  kind: protectionKindSchema,
  problem: oneOf<ProtectionProblem>({ basic_text: true, not_desktop: true, no_keyring: true }).nullable(),
} satisfies Shape<ProtectionOffer>)

export const vaultStateSchema = z.object({
  status: oneOf<VaultState['status']>({ none: true, locked: true, unlocked: true }),
  protections: z.array(protectionKindSchema),
  offers: z.array(offerSchema),
} satisfies Shape<VaultState>)

export const protectionOffersSchema = schemaOf<readonly ProtectionOffer[]>(z.array(offerSchema))

export const knownDirectoriesSchema = schemaOf<readonly KnownDirectory[]>(
  z.array(
    z.object({
      path: z.string(),
      kind: oneOf<KnownDirectory['kind']>({ own: true, attached: true }),
      name: z.string().nullable(),
      lastOpenedMs: z.number(),
      isThere: z.boolean(),
      isOpenElsewhere: z.boolean(),
    } satisfies Shape<KnownDirectory>),
  ),
)
