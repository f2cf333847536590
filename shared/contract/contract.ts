import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import type { HostError, HostErrorCode } from './errors.ts'
import { schemaOf, type Shape } from './schemas/exact.ts'
import { hostInfoSchema } from './schemas/host-info.ts'
import { openInputSchema, setPolicyInputSchema } from './schemas/inputs.ts'
import { openFailureSchema } from './schemas/problem.ts'
import { stateMessageSchema } from './schemas/state.ts'

const errorData = schemaOf<HostError['data']>(
  z.object({ hint: z.string(), failure: openFailureSchema.nullable() } satisfies Shape<HostError['data']>),
)

const errors = {
  OPEN_FAILED: { message: 'The directory could not be opened.', data: errorData },
  EXAMPLE_FAILED: { message: 'The example could not be prepared.', data: errorData },
  NO_DIRECTORY: { message: 'No directory is open.', data: errorData },
  NO_DIALOG: { message: 'There is no folder dialog here.', data: errorData },
} satisfies Record<HostErrorCode, { message: string; data: typeof errorData }>

/** A procedure that takes nothing refuses to be given something. */
const asking = oc.input(z.void())
const opening = oc.errors({ OPEN_FAILED: errors.OPEN_FAILED })
const withDirectory = oc.errors({ NO_DIRECTORY: errors.NO_DIRECTORY })

/**
 * Everything a renderer may ask a host. Procedures that change something answer when it is done; what changed arrives by
 * `state.watch`, before the answer.
 */
export const contract = {
  host: {
    info: asking.output(hostInfoSchema),
  },
  directory: {
    /** Opens a state directory in place of the open one, which stays open if this fails. */
    open: opening.input(openInputSchema).output(z.void()),
    /** Opens the bundled example, with times relative to now. */
    openExample: opening.errors({ EXAMPLE_FAILED: errors.EXAMPLE_FAILED }).input(z.void()).output(z.void()),
    /** Opens the directory that OpenClaw itself would use (`HostInfo.defaultDirectory`). */
    openDefault: opening.input(z.void()).output(z.void()),
    /** Asks with a native dialog and opens what is chosen; `path` null: cancelled. */
    choose: opening
      .errors({ NO_DIALOG: errors.NO_DIALOG })
      .input(z.void())
      .output(z.object({ path: z.string().nullable() })),
    close: asking.output(z.void()),
    /** Evaluates the open directory by another policy; null: the one of the version that wrote it. */
    setPolicy: withDirectory.input(setPolicyInputSchema).output(z.void()),
    /** Reads the directory again now. */
    reread: withDirectory.input(z.void()).output(z.void()),
  },
  state: {
    /** The live state: a snapshot, then changes until the client stops. */
    watch: asking.output(eventIterator(stateMessageSchema)),
  },
}

export type Contract = typeof contract
