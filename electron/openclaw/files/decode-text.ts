export type TextEncoding = 'utf-8' | 'utf-8-with-mark' | 'utf-16'

export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string
  readonly encoding: TextEncoding
  /** Some bytes are no text in that encoding; they are replaced. */
  readonly isDamaged: boolean
}

const BYTE_ORDER_MARK = '\ufeff'

/**
 * Decodes a text file: UTF-8 with or without a byte order mark, or UTF-16 with one. Editors and shells on Windows write the
 * latter two, and a mark in front is no reason to fail at the first column.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le', 'utf-16')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(swapBytePairs(bytes), 'utf-16le', 'utf-16')
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return decode(bytes, 'utf-8', hasMark ? 'utf-8-with-mark' : 'utf-8')
}

function decode(bytes: Uint8Array, label: 'utf-8' | 'utf-16le', encoding: TextEncoding): DecodedText {
  try {
    return {
      text: strip(new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes)),
      encoding,
      isDamaged: false,
    }
  } catch {
    return { text: strip(new TextDecoder(label, { ignoreBOM: true }).decode(bytes)), encoding, isDamaged: true }
  }
}

function strip(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
}

function swapBytePairs(bytes: Uint8Array): Uint8Array {
  const swapped = new Uint8Array(bytes.length)
  for (let index = 0; index + 1 < bytes.length; index += 2) {
    swapped[index] = bytes[index + 1] ?? 0
    swapped[index + 1] = bytes[index] ?? 0
  }
  return bytes.length % 2 === 0 ? swapped : swapped.subarray(0, bytes.length - 1)
}
