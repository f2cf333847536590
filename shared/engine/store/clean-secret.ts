/**
 * A secret as it can be sent: without line breaks, control characters and characters beyond Latin-1 anywhere in it, and
 * without space around it. What terminals and editors add to a pasted key goes; spaces inside it stay (OR-14).
 */
export function cleanSecret(text: string): string {
  let cleaned = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const isControl = code < 32 || (code >= 127 && code < 160)
    if (!isControl && code <= 255) cleaned += character
  }
  return cleaned.trim()
}
