import type { EditReceipt, OrderRevision } from '../../../../shared/contract/types.ts'
import { showToast } from '../../../components/toasts.tsx'
import { host, queryClient } from '../../../lib/state/host-session.ts'
import { actionProblem } from '../../../lib/state/use-host-action.ts'
import { takesEffectWords } from '../../../lib/words/takes-effect.ts'

export const ORDER_HISTORY_KEY = ['order', 'history'] as const

/** What is known of saved orders may be another now. */
function forgetOrderHistory(): void {
  void queryClient.invalidateQueries({ queryKey: ORDER_HISTORY_KEY })
}

/** Takes back the order that was saved last, and says so. */
export function undoOrder(): Promise<boolean> {
  return tell('The last saved order was taken back.', () => host().order.undo(), {
    label: 'Redo',
    onPress: () => void redoOrder(),
  })
}

/** Brings back the order that was taken back last, and says so. */
export function redoOrder(): Promise<boolean> {
  return tell('The order is back.', () => host().order.redo(), { label: 'Undo', onPress: () => void undoOrder() })
}

/** Writes the order as it was before a revision, as a new one. */
export function restoreOrder(revision: OrderRevision): Promise<boolean> {
  return tell('The earlier order is written again.', () => host().order.restore({ revisionId: revision.id }), {
    label: 'Undo',
    onPress: () => void undoOrder(),
  })
}

/** Says that an order was saved, and offers to take it back. */
export function tellSaved(provider: string, receipt: EditReceipt): void {
  forgetOrderHistory()
  showToast({
    tone: 'good',
    message: `Order of ${provider} saved. ${takesEffectWords(receipt.takesEffect)}`,
    action: { label: 'Undo', onPress: () => void undoSaved(provider) },
  })
}

/** Undo means the order that was saved last: if that is another one by now, nothing is touched. */
async function undoSaved(provider: string): Promise<void> {
  try {
    const { undoable } = await host().order.history({ agentId: null, provider: null, limit: 1 })
    if (undoable !== null && undoable.provider !== provider) {
      showToast({
        tone: 'plain',
        message: 'Another order was saved since. The history has every earlier one to restore.',
      })
      return
    }
  } catch {
    // What is wrong with the host is said by what follows.
  }
  await undoOrder()
}

async function tell(
  message: string,
  act: () => Promise<EditReceipt>,
  action: { readonly label: string; readonly onPress: () => void },
): Promise<boolean> {
  try {
    const { takesEffect } = await act()
    showToast({ tone: 'good', message: `${message} ${takesEffectWords(takesEffect)}`, action })
    return true
  } catch (error) {
    const problem = actionProblem(error)
    showToast({ tone: 'bad', message: [problem.message, problem.hint].filter(Boolean).join(' ') })
    return false
  } finally {
    forgetOrderHistory()
  }
}
