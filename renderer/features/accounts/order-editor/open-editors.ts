import { create } from 'zustand'

/** One provider of one agent of one directory. */
interface LaneKey {
  readonly path: string
  readonly agentId: string
  readonly provider: string
}

export function laneKey({ path, agentId, provider }: LaneKey): string {
  return [path, agentId, provider].join('\n')
}

interface OpenEditors {
  /** Lanes whose order is being edited. */
  readonly open: Readonly<Record<string, boolean>>
  readonly setOpen: (lane: string, isOpen: boolean) => void
}

/** It outlives the lane: a filter that hides a lane does not end its editing. */
export const useOpenEditors = create<OpenEditors>((set) => ({
  open: {},
  setOpen: (lane, isOpen) => set(({ open }) => ({ open: { ...open, [lane]: isOpen } })),
}))
