/**
 * What held the focus may be gone, such as the button of a lock that has ended: then the screen itself takes it, so that the
 * keyboard goes on from there. Waits until overlays have given the focus back.
 */
export function focusMainIfLost(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const { activeElement, body } = document
      if (activeElement !== null && activeElement !== body) return
      document.getElementById('main')?.focus({ preventScroll: true })
    }),
  )
}
