import type { DragAndDropHooks } from 'react-aria-components/useDragAndDrop'

type Made<K extends 'useDraggableCollectionState' | 'useDroppableCollectionState'> = ReturnType<
  NonNullable<DragAndDropHooks[K]>
>

/** What is dragged from a list and which place in it is aimed at, as the list itself keeps it. */
export interface ListStates {
  drag?: Made<'useDraggableCollectionState'>
  drop?: Made<'useDroppableCollectionState'>
}

/** The same hooks; the states that a list makes by them are put into `states`, each time it is drawn. */
export function keepStates<T extends object>(hooks: DragAndDropHooks<T>, states: ListStates): DragAndDropHooks<T> {
  const { useDraggableCollectionState: useDrag, useDroppableCollectionState: useDrop } = hooks
  const kept = { ...hooks }
  if (useDrag !== undefined) {
    kept.useDraggableCollectionState = function useKeptDrag(props) {
      const state = useDrag(props)
      states.drag = state
      return state
    }
  }
  if (useDrop !== undefined) {
    kept.useDroppableCollectionState = function useKeptDrop(props) {
      const state = useDrop(props)
      states.drop = state
      return state
    }
  }
  return kept
}
