/** Many texts to look for at once. */
export interface TextAutomaton {
  /** Marks what occurs. One pass over the text: the time grows with its length and with nothing else. */
  find(text: string): FoundGroups
}

/** A text to look for, for the account of a group: the group is found when one of its texts is. */
export interface Needle {
  readonly text: string
  readonly group: number
  /** Only where no letter, digit or underscore touches it. */
  readonly isWord: boolean
}

/** One bit for every group. */
export type FoundGroups = Uint32Array

export function isFound(found: FoundGroups, group: number): boolean {
  return (((found[group >> 5] ?? 0) >>> (group & 31)) & 1) === 1
}

/**
 * Texts with and without characters beyond ASCII are looked for apart: few failures contain such characters, and the
 * table for the others stays small enough for the processor's cache.
 */
export function createTextAutomaton(needles: readonly Needle[], groupCount: number): TextAutomaton {
  const words = Math.ceil(groupCount / 32)
  const plain = createStates(needles.filter(({ text }) => !isBeyondAscii(text)))
  const beyond = createStates(needles.filter(({ text }) => isBeyondAscii(text)))
  return {
    find(text) {
      const found = new Uint32Array(words)
      if (!scanAscii(plain, text, found)) scanAll(beyond, text, found)
      return found
    },
  }
}

/** Every place that is asked for exists; this says so to the compiler where speed does not matter. */
function numberAt(numbers: ArrayLike<number>, index: number): number {
  return numbers[index] ?? OTHER
}

/** An Aho–Corasick automaton with all of its transitions filled in. */
interface States {
  /** A small number for every ASCII character, upper and lower case the same. */
  readonly ascii: Uint8Array
  readonly others: ReadonlyMap<number, number>
  readonly width: number
  /** The state after a state and a character. */
  readonly next: Uint16Array | Uint32Array
  readonly hasOutput: Uint8Array
  /** The texts that end with a state. */
  readonly outputs: readonly (readonly Needle[])[]
}

/** Nothing follows from an unknown character: the search starts over. */
const OTHER = 0

/** @returns whether the text is nothing but ASCII */
function scanAscii(states: States, text: string, found: FoundGroups): boolean {
  const { ascii, width, next, hasOutput } = states
  let state = 0
  let all = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    all |= code
    state = next[state * width + (code < 128 ? (ascii[code] ?? OTHER) : otherClass(states, code))] ?? OTHER
    if (hasOutput[state] !== 0) mark(states, state, text, index, found)
  }
  return all < 128
}

function scanAll(states: States, text: string, found: FoundGroups): void {
  const { ascii, width, next, hasOutput } = states
  let state = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    state = next[state * width + (code < 128 ? (ascii[code] ?? OTHER) : otherClass(states, code))] ?? OTHER
    if (hasOutput[state] !== 0) mark(states, state, text, index, found)
  }
}

function mark({ outputs }: States, state: number, text: string, index: number, found: FoundGroups): void {
  for (const { group, isWord, text: needle } of outputs[state] ?? [])
    if (!isWord || isWordAt(text, index - needle.length + 1, index + 1)) {
      const word = group >> 5
      found[word] = numberAt(found, word) | (1 << (group & 31))
    }
}

function otherClass({ others }: States, code: number): number {
  return others.get(code) ?? OTHER
}

function createStates(needles: readonly Needle[]): States {
  const { ascii, others, width } = characterClasses(needles)
  const classOf = (code: number): number => (code < 128 ? numberAt(ascii, code) : (others.get(code) ?? OTHER))
  const mostStates = needles.reduce((sum, { text }) => sum + text.length, 1)
  const table = mostStates > 0xffff ? new Uint32Array(mostStates * width) : new Uint16Array(mostStates * width)
  const outputs: Needle[][] = [[]]
  for (const needle of needles) {
    let state = 0
    for (let index = 0; index < needle.text.length; index++) {
      const at = state * width + classOf(needle.text.charCodeAt(index))
      if (table[at] === 0) {
        table[at] = outputs.length
        outputs.push([])
      }
      state = numberAt(table, at)
    }
    if (needle.text !== '') outputs[state]?.push(needle)
  }
  const next = table.slice(0, outputs.length * width)
  fillTransitions(next, outputs, width)
  const hasOutput = Uint8Array.from(outputs, ({ length }) => (length === 0 ? 0 : 1))
  return { ascii, others, width, next, hasOutput, outputs }
}

/** Breadth first: where a state has no way on, it goes on as the longest suffix of what it has read would. */
function fillTransitions(next: Uint16Array | Uint32Array, outputs: Needle[][], width: number): void {
  const suffix = new Uint32Array(outputs.length)
  const queue: number[] = []
  for (let column = 0; column < width; column++) if (numberAt(next, column) !== 0) queue.push(numberAt(next, column))
  // The queue grows while it is walked.
  for (const state of queue) {
    const fallback = numberAt(suffix, state)
    outputs[state]?.push(...(outputs[fallback] ?? []))
    for (let column = 0; column < width; column++) {
      const at = state * width + column
      const target = numberAt(next, at)
      const other = numberAt(next, fallback * width + column)
      if (target === 0) next[at] = other
      else {
        suffix[target] = other
        queue.push(target)
      }
    }
  }
}

/** White space counts as a space and a typographic apostrophe as a plain one. */
function characterClasses(needles: readonly Needle[]): Pick<States, 'ascii' | 'others' | 'width'> {
  const ascii = new Uint8Array(128)
  const others = new Map<number, number>()
  let width = OTHER + 1
  for (const { text } of needles)
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code < 128 && ascii[code] === OTHER) ascii[code] = width++
      else if (code >= 128 && !others.has(code)) others.set(code, width++)
    }
  for (let code = 65; code <= 90; code++) ascii[code] = numberAt(ascii, code + 32)
  for (let code = 9; code <= 13; code++) ascii[code] = numberAt(ascii, 32)
  others.set(0xa0, numberAt(ascii, 32))
  others.set(0x2019, numberAt(ascii, 39))
  return { ascii, others, width }
}

function isBeyondAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) >= 128) return true
  return false
}

/** Whether nothing that belongs to a word touches the span. */
export function isWordAt(text: string, start: number, end: number): boolean {
  return !isWordCode(text.charCodeAt(start - 1)) && !isWordCode(text.charCodeAt(end))
}

function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95
}
