import type { Window } from '../../shared/engine/index.ts'
import type { ExcludedReport, ProfileReport, ProviderReport } from './status-report.ts'
import type { TextStyle } from './status-text.ts'
import { agoText, TIE, whenText } from './times.ts'
import { exclusionWords, orderWords, placementWords, typeWords, windowWords } from './words.ts'
import { wrap } from './wrap.ts'

const DETAIL_INDENT = '     '

/** One provider: where its order comes from, its profiles in that order, and those that are not used. */
export function providerLines(provider: ProviderReport, style: TextStyle): string[] {
  const heading = wrap(`${provider.provider}: ${orderWords(provider)}`, style.columns, '  ')
  const isEmpty = provider.profiles.length + provider.excluded.length === 0
  return [
    ...heading.map((text) => style.paint.bold(text)),
    ...provider.profiles.flatMap((profile) => profileLines(profile, style)),
    ...provider.excluded.flatMap((profile) => excludedLines(profile, style)),
    ...(isEmpty ? [`${DETAIL_INDENT}no profile`] : []),
  ]
}

function profileLines(profile: ProfileReport, style: TextStyle): string[] {
  const { columns, paint, nowMs } = style
  const { position, type, origin, lastUsedMs, windows } = profile
  const details = [
    typeWords(type),
    origin === 'inherited' ? 'inherited' : '',
    placementWords(profile),
    signInText(profile, nowMs),
    lastUsedMs === null ? '' : `used ${agoText(nowMs - lastUsedMs)}`,
  ].filter((item) => item !== '')
  return [
    ...wrap(nameOf(profile), columns, `${String(position).padStart(4)} `),
    ...wrap(details.join(', '), columns, DETAIL_INDENT).map((text) => paint.dim(text)),
    ...windows.flatMap((window) => windowLines(window, style)),
    ...(windows.length === 0 ? [paint.good(`${DETAIL_INDENT}ready`)] : []),
  ]
}

function windowLines(window: Window, { columns, paint, nowMs }: TextStyle): string[] {
  const inColour = { cooldown: paint.warn, disabled: paint.bad, blocked: paint.info }[window.kind]
  const text = `${windowWords(window)}; back${TIE}${whenText(window.untilMs, nowMs)}`
  return wrap(text, columns, DETAIL_INDENT).map((line) => inColour(line))
}

function excludedLines(profile: ExcludedReport, { columns, paint }: TextStyle): string[] {
  return [
    ...wrap(nameOf(profile), columns, '   - '),
    ...wrap(`not used: ${exclusionWords(profile)} [${profile.code}]`, columns, DETAIL_INDENT).map((text) =>
      paint.dim(text),
    ),
  ]
}

/** A label that the id holds already is not repeated. */
function nameOf({ profileId, label }: { readonly profileId: string; readonly label: string | null }): string {
  return label === null || profileId.includes(label) ? profileId : `${profileId} (${label})`
}

function signInText({ signIn: { state, expiresMs, isRenewable } }: ProfileReport, nowMs: number): string {
  if (state === 'static') return ''
  if (state === 'refreshing') return 'being renewed'
  if (expiresMs === null) return state
  if (state === 'expired') return isRenewable ? 'renewed at its next use' : 'expired'
  return `${isRenewable ? 'renewed' : 'expires'} ${whenText(expiresMs, nowMs)}`
}
