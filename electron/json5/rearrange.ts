import { composeLayout, readLayout, type Gap, type Layout, type Piece } from './layout.ts'
import { printMember, printValue, type Place } from './print-value.ts'
import { spreadOf, type Style } from './style.ts'
import {
  endsWithLineComment,
  hasComment,
  hasLineBreak,
  lastIndent,
  lineIndent,
  startsWithLineBreak,
  upToLastComment,
} from './tokens.ts'
import type { Container } from './tree.ts'
import type { Splice } from './types.ts'

/** An item of a list or an object as it shall be: one that is there, by its place, or a new one. */
export type Wanted = number | { readonly key: string | null; readonly value: unknown }

/** Writes a list or an object with the items that are wanted, in that order; those that stay keep their text and comments. */
export function rearrange(text: string, container: Container, wanted: readonly Wanted[], style: Style): Splice {
  const layout = readLayout(text, container)
  const arranged =
    layout.pieces.length === 0 ? filled(text, container, wanted, style) : moved(text, container, layout, wanted, style)
  return narrow(text, {
    start: container.start + 1,
    end: container.end - 1,
    text: composeLayout(arranged, style.lineBreak),
  })
}

function moved(text: string, container: Container, layout: Layout, wanted: readonly Wanted[], style: Style): Layout {
  const kept = wanted.filter((item) => typeof item === 'number').sort((a, b) => a - b)
  const { first, between, end } = remainingGaps(layout, kept, style.lineBreak)
  if (wanted.length === 0) return emptied(first, end, style.lineBreak)
  const extra = gapForNew(layout, style)
  const place: Place = {
    indent: hasLineBreak(extra.afterComma) ? lastIndent(extra.afterComma) : lineIndent(text, container.start),
    mayBreak: spreadOf(text, container) === 'lines',
  }
  const gaps: Gap[] = []
  let needsGap = false
  for (const [index, item] of wanted.entries()) {
    if (index === 0) {
      gaps.push(first)
      needsGap = typeof item !== 'number'
    } else if (typeof item === 'number' && !needsGap) {
      gaps.push(between.shift() ?? extra)
    } else {
      gaps.push(extra)
      if (typeof item === 'number') needsGap = false
    }
  }
  const pieces = wanted.map((item) => (typeof item === 'number' ? layout.pieces[item] : newPiece(item, style, place)))
  return { ...layout, pieces: pieces.filter((piece) => piece !== undefined), gaps, end }
}

interface RemainingGaps {
  readonly first: Gap
  /** Those in front of the second, third … item that stays. */
  readonly between: Gap[]
  readonly end: Gap
}

/** What lies in front of an item goes with it, except for comments that are not its own. */
function remainingGaps({ pieces, gaps, end }: Layout, kept: readonly number[], lineBreak: string): RemainingGaps {
  const stays = new Set(kept)
  const between: Gap[] = []
  let first = gaps[0]?.afterComma ?? ''
  let loose = ''
  let isFirst = true
  for (const index of pieces.keys()) {
    const gap = gaps[index]
    const whole = gap && index > 0 ? gap.beforeComma + gap.afterComma : ''
    if (!stays.has(index)) {
      if (hasComment(whole)) loose += whole
    } else if (isFirst) {
      first = joined(first, loose + (hasComment(whole) ? whole : ''))
      loose = ''
      isFirst = false
    } else if (gap) {
      between.push(loose === '' ? gap : { beforeComma: '', afterComma: loose + (hasComment(whole) ? whole : '') })
      loose = ''
    }
  }
  if (loose === '') return { first: gapAfter(first), between, end }
  const comments = upToLastComment(loose)
  const rest = end.beforeComma + end.afterComma
  const isOpen = endsWithLineComment(comments) && !startsWithLineBreak(rest)
  return { first: gapAfter(first), between, end: gapAfter(comments + (isOpen ? lineBreak : '') + rest) }
}

function gapAfter(afterComma: string): Gap {
  return { beforeComma: '', afterComma }
}

function joined(first: string, loose: string): string {
  if (loose === '') return first
  return upToLastComment(first) + loose
}

/** Nothing but comments of their own is left of an object or list without items. */
function emptied(first: Gap, end: Gap, lineBreak: string): Layout {
  const rest = end.beforeComma + end.afterComma
  const comments = upToLastComment(first.afterComma)
  const isBare = comments === '' && !hasComment(rest)
  const isOpen = endsWithLineComment(comments) && !startsWithLineBreak(rest)
  const inside = isBare ? '' : comments + (isOpen ? lineBreak : '') + rest
  return { pieces: [], gaps: [gapAfter(inside)], end: gapAfter(''), hasTrailingComma: false }
}

/** An empty object or list that gets items: comments in it stay in front of them. */
function filled(text: string, container: Container, wanted: readonly Wanted[], style: Style): Layout {
  const inside = text.slice(container.start + 1, container.end - 1)
  const base = lineIndent(text, container.start)
  const spread = container.kind === 'object' ? style.objects : style.lists
  const isSpread = hasComment(inside) || spread === 'lines'
  const place: Place = { indent: isSpread ? base + style.indentUnit : base, mayBreak: isSpread }
  const padding = container.kind === 'object' ? style.objectPadding : style.listPadding
  const start = style.lineBreak + place.indent
  const comments = upToLastComment(inside)
  return {
    pieces: wanted.map((item) => newPiece(item as Exclude<Wanted, number>, style, place)),
    gaps: wanted.map((_, index) => {
      if (index === 0) return gapAfter(isSpread ? comments + start : padding)
      return gapAfter(isSpread ? start : style.afterComma)
    }),
    end: gapAfter(isSpread ? style.lineBreak + base : padding),
    hasTrailingComma: isSpread && style.trailingComma,
  }
}

function newPiece(item: Exclude<Wanted, number>, style: Style, place: Place): Piece {
  const { key, value } = item
  const body = key === null ? printValue(value, style, place) : printMember(key, value, style, place)
  return { lead: '', body, beforeComma: '', afterComma: '', hasComma: true }
}

/** What lies in front of a new item, as in front of the last one that is there. */
function gapForNew({ gaps }: Layout, style: Style): Gap {
  const last = gaps.at(-1) ?? gapAfter('')
  const newLine = (gap: string): string => style.lineBreak + lastIndent(gap)
  if (hasLineBreak(last.beforeComma)) {
    const blanks = /^[ \t]*$/.test(last.afterComma) ? last.afterComma : ' '
    return { beforeComma: newLine(last.beforeComma), afterComma: blanks }
  }
  if (hasLineBreak(last.afterComma)) return gapAfter(newLine(last.afterComma))
  const isBlank = gaps.length > 1 && /^[ \t]*$/.test(last.afterComma)
  return gapAfter(isBlank ? last.afterComma : style.afterComma)
}

/** Leaves out of a replacement what it does not change at its ends. */
function narrow(text: string, splice: Splice): Splice {
  const old = text.slice(splice.start, splice.end)
  const shorter = Math.min(old.length, splice.text.length)
  let front = 0
  while (front < shorter && old[front] === splice.text[front]) front += 1
  let back = 0
  while (back < shorter - front && old[old.length - 1 - back] === splice.text[splice.text.length - 1 - back]) back += 1
  return {
    start: splice.start + front,
    end: splice.end - back,
    text: splice.text.slice(front, splice.text.length - back),
  }
}
