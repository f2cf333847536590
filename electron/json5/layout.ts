import {
  commentsIn,
  countLineBreaks,
  endsWithLineComment,
  hasLineBreak,
  lastIndent,
  startsWithLineBreak,
} from './tokens.ts'
import type { Container, Item } from './tree.ts'

/**
 * The inside of a list or an object, taken apart so that items can change places: what belongs to an item goes with it, what
 * lies between two items stays where it is.
 *
 * To an item belong the comment lines right above it, the comments behind it on its line, and comments in front of it on the
 * same line. A comment that a blank line separates from what follows heads a section, one behind the opening bracket heads
 * the whole; both stay.
 */
export interface Layout {
  readonly pieces: readonly Piece[]
  /** Blanks, and comments that belong to no item; the first one stands behind the opening bracket. */
  readonly gaps: readonly Gap[]
  readonly end: Gap
  readonly hasTrailingComma: boolean
}

export interface Piece {
  readonly lead: string
  readonly body: string
  /** Comments behind it, in front of its comma and after it. */
  readonly beforeComma: string
  readonly afterComma: string
  readonly hasComma: boolean
}

export interface Gap {
  readonly beforeComma: string
  readonly afterComma: string
}

export function readLayout(text: string, container: Container): Layout {
  const { items, start, end } = container
  const inside = end - 1
  const pieces: Piece[] = []
  const gaps: Gap[] = []
  let from = start + 1
  let beforeComma = ''
  for (const [index, item] of items.entries()) {
    const leadStart = startOfLead(text, index === 0 ? endOfHeader(text, from, item.start) : from, item.start)
    gaps.push({ beforeComma, afterComma: text.slice(from, leadStart) })
    const isLast = index === items.length - 1
    const tail = readTail(text, item, { next: items[index + 1]?.start ?? inside, isLast })
    pieces.push({
      lead: text.slice(leadStart, item.start),
      body: text.slice(item.start, item.value.end),
      beforeComma: tail.piece.beforeComma,
      afterComma: tail.piece.afterComma,
      hasComma: item.comma !== null,
    })
    beforeComma = tail.gapBeforeComma
    from = tail.end
  }
  return {
    pieces,
    gaps,
    end: { beforeComma, afterComma: text.slice(from, inside) },
    hasTrailingComma: items.at(-1)?.comma != null,
  }
}

interface Tail {
  readonly piece: Gap
  readonly gapBeforeComma: string
  readonly end: number
}

function readTail(text: string, item: Item, place: { readonly next: number; readonly isLast: boolean }): Tail {
  const bodyEnd = item.value.end
  const beforeEnd = endOfSameLine(text, bodyEnd, item.comma ?? place.next)
  const beforeComma = text.slice(bodyEnd, beforeEnd)
  if (item.comma === null) return { piece: { beforeComma, afterComma: '' }, gapBeforeComma: '', end: beforeEnd }
  const gapBeforeComma = text.slice(beforeEnd, item.comma)
  const behind = item.comma + 1
  const afterEnd = endOfSameLine(text, behind, place.next)
  const isOurs =
    !hasLineBreak(text.slice(bodyEnd, item.comma)) &&
    (place.isLast || startsWithLineBreak(text.slice(afterEnd, place.next)))
  const end = isOurs ? afterEnd : behind
  return { piece: { beforeComma, afterComma: text.slice(behind, end) }, gapBeforeComma, end }
}

/** The end of the comments that start on the line where a stretch starts. */
function endOfSameLine(text: string, start: number, end: number): number {
  let reached = start
  for (const comment of commentsIn(text, start, end)) {
    if (hasLineBreak(text.slice(start, comment.start))) break
    reached = comment.end
  }
  return reached
}

/** Behind the comments on the line of the opening bracket, if nothing else stands on that line. */
function endOfHeader(text: string, start: number, end: number): number {
  const reached = endOfSameLine(text, start, end)
  return startsWithLineBreak(text.slice(reached, end)) ? reached : start
}

/** Where the comments start that belong to what follows: no blank line lies between. */
function startOfLead(text: string, from: number, to: number): number {
  let start = to
  for (const comment of commentsIn(text, from, to).toReversed()) {
    if (countLineBreaks(text.slice(comment.end, start)) > 1) break
    start = comment.start
  }
  return start
}

/** Puts the inside of a list or an object together again, with commas where they are needed. */
export function composeLayout({ pieces, gaps, end, hasTrailingComma }: Layout, lineBreak: string): string {
  let text = onOwnLine(gaps[0]?.afterComma ?? '', pieces[0], lineBreak)
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1]
    const gap = gaps[index + 1] ?? end
    text += piece.lead + piece.body
    if (next || hasTrailingComma) {
      const { beforeComma, afterComma } = tailAround(piece, gap)
      const newLine = { lineBreak, indent: indentOf(piece, gaps) }
      text += `${beforeComma}${closed(beforeComma, gap.beforeComma, newLine)},${afterComma}`
      text += onOwnLine(closed(afterComma, gap.afterComma, newLine), next, lineBreak)
    } else {
      const tail = piece.beforeComma + piece.afterComma
      text += tail + closed(tail, gap.beforeComma + gap.afterComma, { lineBreak, indent: '' })
    }
  }
  return pieces.length === 0 ? text + end.afterComma : text
}

/** On which side of the comma an item's comments go, where it gets one that it did not have or comes to another line. */
function tailAround(piece: Piece, gap: Gap): Gap {
  const tail = piece.beforeComma + piece.afterComma
  if (hasLineBreak(gap.beforeComma)) return { beforeComma: tail, afterComma: '' }
  const breaks = startsWithLineBreak(gap.afterComma)
  if (piece.hasComma && !endsWithLineComment(piece.beforeComma) && (piece.afterComma === '' || breaks)) return piece
  return breaks || endsWithLineComment(tail)
    ? { beforeComma: '', afterComma: tail }
    : { beforeComma: tail, afterComma: '' }
}

interface NewLine {
  readonly lineBreak: string
  readonly indent: string
}

/** What follows a comment that runs to the end of its line, on a line of its own; blanks would become part of the comment. */
function closed(before: string, rest: string, { lineBreak, indent }: NewLine): string {
  if (!endsWithLineComment(before)) return rest
  const visible = rest.replace(/^[^\S\n\r\u2028\u2029]+/, '')
  return startsWithLineBreak(visible) ? visible : lineBreak + indent + visible
}

/** A comment line that came to where no line starts gets one. */
function onOwnLine(gap: string, next: Piece | undefined, lineBreak: string): string {
  if (!next?.lead.startsWith('//') || hasLineBreak(gap)) return gap
  return gap.trimEnd() + lineBreak + lastIndent(next.lead)
}

function indentOf(piece: Piece, gaps: readonly Gap[]): string {
  return hasLineBreak(piece.lead) ? lastIndent(piece.lead) : lastIndent(gaps[0]?.afterComma ?? '')
}
