import { create } from 'zustand'
import { reduceDraft, type Draft, type DraftAction } from './draft.ts'

interface DraftStore {
  readonly drafts: Readonly<Record<string, Draft>>
  readonly put: (lane: string, draft: Draft) => void
  readonly dispatch: (lane: string, action: DraftAction) => void
  readonly drop: (lane: string) => void
}

/** Orders that are being edited, by lane. They outlive what shows them, so that nothing is lost by a filter. */
export const useDrafts = create<DraftStore>((set) => ({
  drafts: {},
  put: (lane, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [lane]: draft } })),
  dispatch: (lane, action) =>
    set((state) => {
      const draft = state.drafts[lane]
      if (draft === undefined) return state
      const next = reduceDraft(draft, action)
      return next === draft ? state : { drafts: { ...state.drafts, [lane]: next } }
    }),
  drop: (lane) =>
    set(({ drafts }) => ({ drafts: Object.fromEntries(Object.entries(drafts).filter(([key]) => key !== lane)) })),
}))
