/**
 * The text of a log in UTF-16, as some shells write what they redirect, as UTF-8. null: it is not in UTF-16, by its mark or
 * its first characters.
 */
export function utf16Decoder(head: Buffer): ((chunk: Buffer) => Buffer) | null {
  const isLittle =
    (head[0] === 0xff && head[1] === 0xfe) || (isAscii(head[0]) && head[1] === 0 && isAscii(head[2]) && head[3] === 0)
  const isBig =
    (head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0 && isAscii(head[1]) && head[2] === 0 && isAscii(head[3]))
  if (!isLittle && !isBig) return null
  const decoder = new TextDecoder('utf-16le')
  let half: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const bytes = Buffer.concat([half, chunk])
    const whole = bytes.subarray(0, bytes.length & ~1)
    half = bytes.subarray(whole.length)
    if (isBig) whole.swap16()
    return Buffer.from(decoder.decode(whole, { stream: true }))
  }
}

function isAscii(byte: number | undefined): boolean {
  return byte !== undefined && byte > 0 && byte < 0x80
}
