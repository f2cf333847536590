import { create } from 'zustand'

/** What a person is asked about a lock, or shown of it, above the screen. */
export type LockDialog =
  | { readonly kind: 'clear' | 'snooze'; readonly agentId: string; readonly profileIds: readonly string[] }
  | { readonly kind: 'changes'; readonly agentId: string }

interface LockDialogState {
  readonly dialog: LockDialog | null
  readonly open: (dialog: LockDialog) => void
  readonly close: () => void
}

export const useLockDialog = create<LockDialogState>((set) => ({
  dialog: null,
  open: (dialog) => set({ dialog }),
  close: () => set({ dialog: null }),
}))
