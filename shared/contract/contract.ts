import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import type { HostError, HostErrorCode } from './errors.ts'
import { bundleOptionsSchema, bundlePreviewSchema, saveBundleInputSchema, savedBundleSchema } from './schemas/bundle.ts'
import {
  callReportOutputSchema,
  editReceiptSchema,
  ledgerSchema,
  locksReceiptSchema,
  orderConflictSchema,
  orderHistorySchema,
  recheckReceiptSchema,
} from './schemas/editing.ts'
import { schemaOf, type Shape } from './schemas/exact.ts'
import {
  anySourceInputSchema,
  chartsDataSchema,
  chartsQuerySchema,
  exportedRowsSchema,
  exportRowsInputSchema,
  filterInputSchema,
  findingsSchema,
  followInputSchema,
  historyFacetsSchema,
  historyPageSchema,
  historyStateSchema,
  importLogsInputSchema,
  pageQuerySchema,
  runDetailSchema,
  runInputSchema,
  savedViewSchema,
  savedViewsSchema,
  saveViewInputSchema,
  sourceInputSchema,
  timelineDataSchema,
  timelineQuerySchema,
  viewInputSchema,
} from './schemas/history/index.ts'
import { hostInfoSchema } from './schemas/host-info.ts'
import {
  addAccountInputSchema,
  addProtectionInputSchema,
  changePassphraseInputSchema,
  createDirectoryInputSchema,
  editAccountInputSchema,
  exportInputSchema,
  exportPlainInputSchema,
  importInputSchema,
  ledgerQuerySchema,
  openBesideInputSchema,
  chooseInputSchema,
  openInputSchema,
  orderHistoryInputSchema,
  passphraseInputSchema,
  previewImportInputSchema,
  profileInputSchema,
  profilesInputSchema,
  removeProtectionInputSchema,
  revisionInputSchema,
  saveOrderInputSchema,
  setPolicyInputSchema,
  snoozeInputSchema,
} from './schemas/inputs.ts'
import { openFailureSchema } from './schemas/problem.ts'
import { stateMessageSchema } from './schemas/state.ts'
import {
  exportResultSchema,
  importPreviewSchema,
  importResultSchema,
  plaintextReportSchema,
} from './schemas/transfer.ts'
import { knownDirectoriesSchema, protectionOffersSchema } from './schemas/vault.ts'

const errorData = schemaOf<HostError['data']>(
  z.object({
    hint: z.string(),
    failure: openFailureSchema.nullable(),
    conflict: orderConflictSchema.nullable(),
  } satisfies Shape<HostError['data']>),
)

const errors = {
  OPEN_FAILED: { message: 'The directory could not be opened.', data: errorData },
  EXAMPLE_FAILED: { message: 'The example could not be prepared.', data: errorData },
  NO_DIRECTORY: { message: 'No directory is open.', data: errorData },
  NO_DIALOG: { message: 'There is no dialog for folders and files here.', data: errorData },
  CHANGED_OUTSIDE: { message: 'It was changed by somebody else in the meantime.', data: errorData },
  NOT_EDITABLE: { message: 'This cannot be edited here.', data: errorData },
  WRITE_FAILED: { message: 'It could not be written.', data: errorData },
  INVALID_INPUT: { message: 'What was entered cannot be used.', data: errorData },
  NOT_FOUND: { message: 'It is not there any more.', data: errorData },
  VAULT_LOCKED: { message: 'The vault is locked.', data: errorData },
  WRONG_PASSPHRASE: { message: 'The passphrase does not open it.', data: errorData },
  TAMPERED: { message: 'What was sealed has been changed or damaged.', data: errorData },
} satisfies Record<HostErrorCode, { message: string; data: typeof errorData }>

/** A procedure that takes nothing refuses to be given something. */
const asking = oc.input(z.void())
const opening = oc.errors({ OPEN_FAILED: errors.OPEN_FAILED })
const openedSchema = z.object({ path: z.string().nullable() })
const withDirectory = oc.errors({ NO_DIRECTORY: errors.NO_DIRECTORY })
const editing = withDirectory.errors({
  CHANGED_OUTSIDE: errors.CHANGED_OUTSIDE,
  NOT_EDITABLE: errors.NOT_EDITABLE,
  WRITE_FAILED: errors.WRITE_FAILED,
  INVALID_INPUT: errors.INVALID_INPUT,
  NOT_FOUND: errors.NOT_FOUND,
  VAULT_LOCKED: errors.VAULT_LOCKED,
  TAMPERED: errors.TAMPERED,
})
const unlocking = editing.errors({ WRONG_PASSPHRASE: errors.WRONG_PASSPHRASE })

/**
 * Everything a renderer may ask a host. Procedures that change something answer when it is done; what changed arrives by
 * `state.watch`, before the answer. A secret goes into the host by some of them; none comes out by any.
 */
export const contract = {
  host: {
    info: asking.output(hostInfoSchema),
  },
  directory: {
    /**
     * Opens a state directory, a support bundle or a log in place of what is open, which stays open if this fails. `path`
     * null: it is open in another window already, which has come to the front; nothing has changed here.
     */
    open: opening.input(openInputSchema).output(openedSchema),
    /** Opens a support bundle in the same way; any other file is refused as none. */
    openBundle: opening.input(openInputSchema).output(openedSchema),
    /**
     * Opens a log by itself in the same way: a file, an archive, or a folder for all logs in it. Reading it goes on behind
     * the answer, and what it tells is kept until it is closed.
     */
    openLog: opening.input(openInputSchema).output(openedSchema),
    /**
     * Shows a state directory, a bundle or a log beside what is open, and where it is shown already there; `path` null: it is
     * left to the user which. `address` is where to open a tab, relative to the page; null: there is a window for it now.
     */
    openBeside: opening.input(openBesideInputSchema).output(z.object({ address: z.string().nullable() })),
    /** Opens the bundled example, with times relative to now. */
    openExample: opening.errors({ EXAMPLE_FAILED: errors.EXAMPLE_FAILED }).input(z.void()).output(z.void()),
    /** Opens the directory that OpenClaw itself would use (`HostInfo.defaultDirectory`). */
    openDefault: opening.input(z.void()).output(openedSchema),
    /** Asks with a native dialog and opens what is chosen; `path` null: cancelled, or as with `open`. */
    choose: opening.errors({ NO_DIALOG: errors.NO_DIALOG }).input(chooseInputSchema).output(openedSchema),
    /** Closes what is open. Behind a bundle or a log, what was open before it is opened again. */
    close: asking.output(z.void()),
    /** Evaluates the open directory by another policy; null: the one of the version that wrote it. */
    setPolicy: withDirectory.input(setPolicyInputSchema).output(z.void()),
    /** Reads the directory again now. */
    reread: withDirectory.input(z.void()).output(z.void()),
    /** Makes a state directory of our own, with a vault, and opens it. */
    create: opening
      .errors({
        INVALID_INPUT: errors.INVALID_INPUT,
        WRITE_FAILED: errors.WRITE_FAILED,
        NOT_EDITABLE: errors.NOT_EDITABLE,
        NOT_FOUND: errors.NOT_FOUND,
      })
      .input(createDirectoryInputSchema)
      .output(z.object({ path: z.string() })),
    /** Directories that were open before, newest first, and all our own. */
    known: asking.output(knownDirectoriesSchema),
    /** Takes a directory off that list; the directory itself stays. */
    forget: oc.errors({ WRITE_FAILED: errors.WRITE_FAILED }).input(openInputSchema).output(z.void()),
    /** How the key of a new vault can be kept on this machine. */
    protections: asking.output(protectionOffersSchema),
  },
  order: {
    /** Writes an order to the place that was chosen. */
    save: editing.input(saveOrderInputSchema).output(editReceiptSchema),
    /** The changes that are known, newest first. */
    history: withDirectory.input(orderHistoryInputSchema).output(orderHistorySchema),
    /** Takes back the last order saved here. */
    undo: editing.input(z.void()).output(editReceiptSchema),
    /** Brings back the order that was taken back last. */
    redo: editing.input(z.void()).output(editReceiptSchema),
    /** Writes the order as it was before a change, as a new change. */
    restore: editing.input(revisionInputSchema).output(editReceiptSchema),
  },
  accounts: {
    add: editing.input(addAccountInputSchema).output(editReceiptSchema),
    edit: editing.input(editAccountInputSchema).output(editReceiptSchema),
    /** Removes the credential, its routing state, and its places in orders. */
    remove: editing.input(profileInputSchema).output(editReceiptSchema),
    /** A minimal real call with this credential; nothing is recorded. */
    test: editing.input(profileInputSchema).output(callReportOutputSchema),
    /** Renews the access of a sign-in of our own directory. */
    refresh: editing.input(profileInputSchema).output(callReportOutputSchema),
  },
  locks: {
    /** A minimal real call for each profile; one that succeeds ends its windows, none is ever extended. */
    recheck: editing.input(profilesInputSchema).output(recheckReceiptSchema),
    /** Ends the windows and starts the counters over. */
    clear: editing.input(profilesInputSchema).output(locksReceiptSchema),
    /** Locks until a chosen time. */
    snooze: editing.input(snoozeInputSchema).output(locksReceiptSchema),
    /** The ledger of windows, newest first. */
    history: withDirectory.input(ledgerQuerySchema).output(ledgerSchema),
  },
  gateway: {
    /** Changes an `auth` key that means nothing, so that a running OpenClaw reads its stores again. */
    makeReload: editing.input(z.void()).output(editReceiptSchema),
  },
  vault: {
    unlock: unlocking.input(passphraseInputSchema).output(z.void()),
    lock: editing.input(z.void()).output(z.void()),
    changePassphrase: unlocking.input(changePassphraseInputSchema).output(z.void()),
    addProtection: editing.input(addProtectionInputSchema).output(z.void()),
    /** The last one stays. */
    removeProtection: editing.input(removeProtectionInputSchema).output(z.void()),
  },
  transfer: {
    previewImport: unlocking.input(previewImportInputSchema).output(importPreviewSchema),
    /** Does what the preview said. */
    import: editing.input(importInputSchema).output(importResultSchema),
    /** Writes one sealed file with every credential that agents of this directory own. */
    export: editing.input(exportInputSchema).output(exportResultSchema),
    /** Writes a plain OpenClaw state directory. */
    exportPlain: editing.input(exportPlainInputSchema).output(exportResultSchema),
    /** Searches the directory for secrets in plain text. */
    scan: editing.input(z.void()).output(plaintextReportSchema),
  },
  history: {
    /** What is stored: first as it is, then whenever it changed, at most ten times a second. */
    watch: withDirectory.input(z.void()).output(eventIterator(historyStateSchema)),
    page: editing.input(pageQuerySchema).output(historyPageSchema),
    /** The values of each field, counted under the filter without that field; at most 200 of each. */
    facets: editing.input(filterInputSchema).output(historyFacetsSchema),
    run: editing.input(runInputSchema).output(runDetailSchema),
    timeline: editing.input(timelineQuerySchema).output(timelineDataSchema),
    charts: editing.input(chartsQuerySchema).output(chartsDataSchema),
    findings: editing.input(z.void()).output(findingsSchema),
    /** Starts to take in logs; how far it is comes by `watch`. What cannot be read becomes a problem of the progress. */
    import: editing.input(importLogsInputSchema).output(historyStateSchema),
    cancelImport: editing.input(z.void()).output(z.void()),
    /** Takes in what is written to a log from now on. */
    follow: editing.input(followInputSchema).output(z.void()),
    unfollow: editing.input(sourceInputSchema).output(z.void()),
    /** Removes the records that came from this source; null: all records, and the words in them. */
    forget: editing.input(anySourceInputSchema).output(z.void()),
    /** Writes the rows that match to a new file, newest first. */
    exportRows: editing.input(exportRowsInputSchema).output(exportedRowsSchema),
    /** Makes the bundle itself, to be looked at and then saved; a client that stops asking ends it. */
    bundlePreview: editing.input(bundleOptionsSchema).output(bundlePreviewSchema),
    /** Writes what the preview showed to a new file. */
    bundleSave: editing.input(saveBundleInputSchema).output(savedBundleSchema),
    /** The saved filters. */
    views: editing.input(z.void()).output(savedViewsSchema),
    saveView: editing.input(saveViewInputSchema).output(savedViewSchema),
    removeView: editing.input(viewInputSchema).output(z.void()),
  },
  state: {
    /** The live state: a snapshot, then changes until the client stops. */
    watch: asking.output(eventIterator(stateMessageSchema)),
  },
}

export type Contract = typeof contract
