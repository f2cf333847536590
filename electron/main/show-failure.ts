import { dialog } from 'electron'

import { ORPCError } from '@orpc/server'

/**
 * Tells the user why something chosen from the menu did not work, in the host's own words. Anything but an error that
 * the contract knows is a defect, and thrown on.
 */
export async function showFailure(error: unknown): Promise<void> {
  if (!(error instanceof ORPCError) || !error.defined) throw error
  const { hint } = error.data as { hint: string }
  await dialog.showMessageBox({ type: 'error', message: error.message, detail: hint })
}
