import type { z } from 'zod'
import { directoryFactsSchema } from '../../shared/contract/schemas/facts.ts'
import { schemaOf } from '../../shared/contract/schemas/exact.ts'
import type { DirectoryFacts } from '../../shared/engine/index.ts'

/** The facts of a directory; fields that the console does not know do not pass. */
export const factsSchema = schemaOf<DirectoryFacts>(
  directoryFactsSchema.refine((facts) => !endsOfSecrets(facts), { error: 'A part of a secret' }),
)

/** null: there was no directory. */
export const factsOrNoneSchema: z.ZodType<DirectoryFacts | null> = factsSchema.nullable()

function endsOfSecrets({ agents, sharedStore }: Pick<DirectoryFacts, 'agents' | 'sharedStore'>): boolean {
  const stores = [sharedStore, ...agents.map(({ store }) => store)].flatMap((store) => store ?? [])
  return stores
    .flatMap(({ profiles }) => profiles)
    .some(({ key, token, access, refresh }) => [key, token, access, refresh].some((facts) => facts?.tail != null))
}
