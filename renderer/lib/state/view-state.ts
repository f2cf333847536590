import { create } from 'zustand'

/** How many profiles of a lane are shown at first, and how many more each time. */
export const LANE_FIRST = 30
export const LANE_MORE = 100

interface ViewState {
  /** `agent/provider` to the number of profiles that were asked for. */
  readonly laneLengths: Readonly<Record<string, number>>
  /** Lanes whose unused profiles are unfolded. */
  readonly openUnused: Readonly<Record<string, boolean>>
  readonly showMore: (lane: string) => void
  readonly toggleUnused: (lane: string, isOpen: boolean) => void
}

/** What a reader has unfolded; it is theirs, not the host's, and it is forgotten with the page. */
export const useViewState = create<ViewState>((set) => ({
  laneLengths: {},
  openUnused: {},
  showMore: (lane) =>
    set(({ laneLengths }) => ({
      laneLengths: { ...laneLengths, [lane]: (laneLengths[lane] ?? LANE_FIRST) + LANE_MORE },
    })),
  toggleUnused: (lane, isOpen) => set(({ openUnused }) => ({ openUnused: { ...openUnused, [lane]: isOpen } })),
}))
