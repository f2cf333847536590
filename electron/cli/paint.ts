/** Ways to make text stand out; on anything but a colour terminal they do nothing. */
export interface Paint {
  bold(text: string): string
  dim(text: string): string
  good(text: string): string
  warn(text: string): string
  bad(text: string): string
  info(text: string): string
}

const same = (text: string): string => text

export const PLAIN: Paint = { bold: same, dim: same, good: same, warn: same, bad: same, info: same }

function sgr(open: number, close: number): (text: string) => string {
  return (text) => `\u001B[${open}m${text}\u001B[${close}m`
}

export const ANSI: Paint = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  good: sgr(32, 39),
  warn: sgr(33, 39),
  bad: sgr(31, 39),
  info: sgr(35, 39),
}
