import { dialog } from 'electron'

import { ORPCError } from '@orpc/server'

import { Refusal } from '../host/index.ts'

/**
 * Tells the user why something chosen from the menu or asked on the command line did not work, in the host's own words.
 * Anything but an error that the contract knows is a defect, and thrown on.
 */
export async function showFailure(error: unknown): Promise<void> {
  const isForeseen = error instanceof Refusal || (error instanceof ORPCError && error.defined)
  if (!isForeseen) throw error
  const { hint } = error.data as { hint: string }
  await dialog.showMessageBox({ type: 'error', message: error.message, detail: hint })
}
