import type { Problem } from '../../shared/contract/problems.ts'
import type { Attention } from '../../shared/engine/index.ts'
import type { Paint } from './paint.ts'
import { printableData } from './printable.ts'
import { providerLines } from './provider-lines.ts'
import type { AgentReport, CandidateReport, StatusReport } from './status-report.ts'
import { clockText, dayText, TIE, whenText } from './times.ts'
import { attentionWords, candidateWords, eraWords } from './words.ts'
import { wrap } from './wrap.ts'

export interface TextOptions {
  readonly columns: number
  readonly paint: Paint
}

/** What the parts of the text share. */
export interface TextStyle extends TextOptions {
  /** The instant of the report, epoch ms. */
  readonly nowMs: number
}

/** A status report for people: what serves, what is locked until when, and the order of every provider with its reasons. */
export function statusText(report: StatusReport, options: TextOptions): string {
  const safe = printableData(report)
  const style: TextStyle = { ...options, nowMs: report.atMs }
  const lines = [
    ...headLines(safe, style),
    ...(safe.problems.length === 0 ? [] : ['', style.paint.bold('Problems')]),
    ...safe.problems.flatMap((problem) => problemLines(problem, style)),
    ...agentsLines(safe.agents, style),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function headLines(report: StatusReport, { columns, paint, nowMs }: TextStyle): string[] {
  const { directory, era, openclawVersion, policyId, policySource } = report
  const writer = openclawVersion === null ? 'OpenClaw of unknown version' : `OpenClaw ${openclawVersion}`
  const rules = `rules ${policyId}${policySource === 'chosen' ? ' (chosen)' : ''}`
  return [
    paint.bold(directory),
    ...wrap(`${writer}, era ${era} (${eraWords(era)}), ${rules}`, columns, ''),
    `${dayText(nowMs)} ${clockText(nowMs, nowMs).replaceAll(TIE, ' ')}`,
  ]
}

function problemLines(
  { severity, file, line, column, message, hint }: Problem,
  { columns, paint }: TextStyle,
): string[] {
  const place = line === null ? file : `${file}:${line}${column === null ? '' : `:${column}`}`
  const inColour = severityPaint(severity, paint)
  return [
    ...wrap(`${place}: ${message}`, columns, '  ').map((text) => inColour(text)),
    ...(hint === null ? [] : wrap(hint, columns, '    ')),
  ]
}

/** An agent inherits most lanes from the shared store: what reads the same as for an agent before is not repeated. */
function agentsLines(agents: readonly AgentReport[], style: TextStyle): string[] {
  if (agents.length === 0) return ['', 'There is no agent in this directory.']
  const firstWith = new Map<string, string>()
  return agents.flatMap((agent) => {
    const name = agent.name ?? agent.id
    const isNew = (text: string): boolean => {
      if (!firstWith.has(text)) firstWith.set(text, name)
      return firstWith.get(text) === name
    }
    const attention = [...new Set(agent.attention.map((item) => attentionLines(item, style).join('\n')))].filter(
      Boolean,
    )
    const repeated = attention.filter((text) => !isNew(text))
    return [
      '',
      ...titleLines(agent, style),
      ...attention.filter((text) => !repeated.includes(text)).flatMap((text) => text.split('\n')),
      ...(repeated.length === 0 ? [] : [style.paint.dim(`  ! and ${repeated.length} more, listed above`)]),
      ...agent.providers.flatMap((provider) => {
        const lines = providerLines(provider, style)
        const text = lines.join('\n')
        return isNew(text)
          ? ['', ...lines]
          : ['', style.paint.dim(`  ${provider.provider}: as for ${firstWith.get(text)}`)]
      }),
    ]
  })
}

function titleLines(agent: AgentReport, style: TextStyle): string[] {
  const { columns, paint } = style
  const { servingIndex, nextAvailableAtMs, isStrict } = agent
  const names = [agent.name === null ? '' : agent.id, agent.isDefault ? 'default' : ''].filter((item) => item !== '')
  const until = nextAvailableAtMs === null ? '' : `; something can ${whenText(nextAvailableAtMs, style.nowMs)}`
  const stuck = servingIndex === -1 ? wrap(`nothing can answer${until}`, columns, '  ') : []
  return [
    paint.bold(`${agent.name ?? agent.id}${names.length === 0 ? '' : ` (${names.join(', ')})`}`),
    ...agent.candidates.flatMap((candidate, index) => candidateLines(candidate, index + 1, style)),
    ...stuck.map((text) => paint.bad(text)),
    ...(isStrict ? ['  its own model setting allows no fallback'] : []),
  ]
}

function candidateLines(candidate: CandidateReport, place: number, { columns, paint, nowMs }: TextStyle): string[] {
  const { provider, model, state, profileId, availableAtMs } = candidate
  const account = profileId === null || state === 'locked' ? '' : ` with ${profileId}`
  const returns = availableAtMs === null ? '' : `, back${TIE}${whenText(availableAtMs, nowMs)}`
  const lines = wrap(`${candidateWords(candidate)}${account}${returns}`, columns, '     ')
  const isUsable = state === 'ready' || state === 'provider_key'
  return [
    `  ${place}. ${provider}/${model}`,
    ...lines.map((text) => (state === 'serving' ? paint.good(text) : isUsable ? text : paint.warn(text))),
  ]
}

function attentionLines(attention: Attention, { columns, paint, nowMs }: TextStyle): string[] {
  const { severity, code, provider, profileIds, model, untilMs } = attention
  // The text says it above, with the time.
  if (code === 'nothing_can_answer') return []
  const profiles = profileIds.length > 3 ? `${profileIds.length} profiles` : profileIds.join(', ')
  const subject = profiles === '' ? [provider, model].filter((item) => item !== null).join('/') : profiles
  const isLock = code === 'auth_permanent' || code === 'credit_exhausted'
  const when = untilMs === null ? '' : `, ${isLock ? `back${TIE}` : ''}${whenText(untilMs, nowMs)}`
  const text = `${attentionWords(code)}${subject === '' ? '' : `: ${subject}`}${when}`
  return wrap(text, columns, '  ! ').map((line) => severityPaint(severity, paint)(line))
}

function severityPaint(severity: Problem['severity'], paint: Paint): (text: string) => string {
  return severity === 'error' ? paint.bad : severity === 'warning' ? paint.warn : paint.dim
}
