import { showToast } from './toasts.tsx'

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'good', message: `${what} copied.` })
  } catch {
    showToast({ tone: 'bad', message: 'The clipboard cannot be used here. Select the text and copy it by hand.' })
  }
}
