import type { Tone } from './glyphs.ts'

/** The colours of the theme, as a canvas takes them. */
export interface Palette {
  readonly tones: Readonly<Record<Tone, { readonly strong: string; readonly line: string; readonly soft: string }>>
  readonly card: string
  readonly inset: string
  readonly line: string
  readonly lineStrong: string
  readonly ink: string
  readonly ink2: string
  readonly ink3: string
  readonly accent: string
  readonly accentSoft: string
  readonly font: string
}

/** Reads the tokens of the page. It costs a style calculation: once per theme. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const tone = (name: string) => ({
    strong: token(name),
    line: token(`${name}-line`),
    soft: token(`${name}-soft`),
  })
  return {
    tones: {
      green: tone('green'),
      amber: tone('amber'),
      red: tone('red'),
      violet: tone('violet'),
      grey: tone('grey'),
      accent: { strong: token('accent'), line: token('accent'), soft: token('accent-soft') },
      ink: { strong: token('ink-2'), line: token('ink-2'), soft: token('grey-soft') },
    },
    card: token('card'),
    inset: token('inset'),
    line: token('line'),
    lineStrong: token('line-strong'),
    ink: token('ink'),
    ink2: token('ink-2'),
    ink3: token('ink-3'),
    accent: token('accent'),
    accentSoft: token('accent-soft'),
    font: token('font-text'),
  }
}

/** Tells when the theme becomes another one. Returns how to stop. */
export function onThemeChange(listener: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'].map((query) =>
    window.matchMedia(query),
  )
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}
