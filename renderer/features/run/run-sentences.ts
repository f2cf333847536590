import type { RunCandidate, RunDetail } from '../../../shared/contract/history/index.ts'
import { ruleById } from '../../../shared/engine/index.ts'
import { decisionMark, reasonPhrase, reasonPredicate, stopWords } from '../../lib/history/decision-words.ts'
import { capitalize, listOf } from '../../lib/words/text.ts'

/** More causes than this in one sentence are not read. */
const MOST_CAUSES = 3

/** `provider/model` */
export function nameOf({ provider, model }: { readonly provider: string; readonly model: string }): string {
  return `${provider}/${model}`
}

export function requestedName(run: RunDetail): string {
  return `${run.requestedProvider}/${run.requestedModel}`
}

/** `provider/model` that answered; null: none did, or it is not known. */
export function answeredName({ answeredProvider, answeredModel }: RunDetail): string | null {
  return answeredModel === null ? null : `${answeredProvider ?? '?'}/${answeredModel}`
}

/** Why this model, or why none: one sentence. */
export function runHeadline(run: RunDetail): string {
  const requested = requestedName(run)
  const answered = answeredName(run)
  const cause = causes(run)
  switch (run.outcome) {
    case 'answered':
      return cause === null
        ? `${answered ?? requested} answered, as requested.`
        : `${answered ?? requested} answered, as requested, although ${cause}.`
    case 'fell_back':
      return `${answered ?? 'Another model'} answered instead of ${requested}: ${cause ?? 'why is not on record'}.`
    case 'exhausted':
      return `No model answered: ${noneBecause(run)}.`
    case 'stopped':
      return `The run was stopped before a model answered: ${stopWords(run.stopReason)}${cause === null ? '' : `; until then, ${cause}`}.`
    case 'unknown':
      return cause === null
        ? `How this run ended is not on record.`
        : `How this run ended is not on record; what is: ${cause}.`
  }
}

/** What went wrong before the answer, if anything; null: nothing is on record. */
function causes(run: RunDetail): string | null {
  const failed = run.candidates.filter(isWithoutAnswer)
  const parts = [...new Set(withoutRepeats(uniqueLast(failed)).map(causeOf))]
  return parts.length === 0 ? null : listOf(parts, MOST_CAUSES)
}

function isWithoutAnswer({ decision }: RunCandidate): boolean {
  return decision !== 'candidate_succeeded' && decision !== 'probe_cooldown_candidate'
}

/** A model may be met more than once in a run: what was said of it last counts. */
function uniqueLast(candidates: readonly RunCandidate[]): readonly RunCandidate[] {
  const byName = new Map<string, RunCandidate>()
  for (const candidate of candidates) byName.set(nameOf(candidate), candidate)
  return [...byName.values()]
}

/** Models that were not asked because of what another model of the same provider had just met say nothing new. */
function withoutRepeats(candidates: readonly RunCandidate[]): readonly RunCandidate[] {
  return candidates.filter(
    ({ decision, provider, reason }, index) =>
      decision !== 'skip_candidate' ||
      !candidates.slice(0, index).some((before) => before.provider === provider && before.reason === reason),
  )
}

/** All with the same reason are told together; a reason that needs somebody is never hidden behind another (RP-01). */
function noneBecause(run: RunDetail): string {
  const failed = uniqueLast(run.candidates.filter(isWithoutAnswer))
  const [first] = failed
  if (first === undefined) return 'why is not on record'
  const isAlike = failed.length > 1 && failed.every((other) => other.reason === first.reason && first.reason !== null)
  if (isAlike && failed.every(({ decision }) => decision === 'candidate_failed'))
    return `${failed.length === 2 ? 'both' : `all ${failed.length}`} ${reasonPredicate(first.reason, true)}`
  // What was said of one model is not said again of another one that met the same.
  const told = [...new Set(failed.map(causeOf))]
  return listOf(told, told.length)
}

/** What went wrong with one candidate: `both alpha accounts were rate-limited`. */
export function causeOf(candidate: RunCandidate): string {
  return candidate.decision === 'skip_candidate' ? skipCause(candidate) : failureCause(candidate)
}

function skipCause({ provider, model, profileCount, reason }: RunCandidate): string {
  if (profileCount === null || profileCount === 0) return `${provider}/${model} was not asked (${reasonPhrase(reason)})`
  return `${accountsWords(provider, profileCount, profileCount)} ${profileCount === 1 ? 'was' : 'were'} locked (${reasonPhrase(reason)})`
}

function failureCause(candidate: RunCandidate): string {
  const { provider, profileCount, reason } = candidate
  const reasons = reasonsByAccount(candidate)
  const kinds = [...new Set(reasons.values())]
  if (reasons.size < 2) return `${nameOf(candidate)} ${reasonPredicate(reason, false)}`
  const accounts = accountsWords(provider, reasons.size, profileCount)
  const [only = reason] = kinds
  return kinds.length === 1
    ? `${accounts} ${reasonPredicate(only, true)}`
    : `${accounts} failed (${kinds.map(reasonPhrase).join(', then ')})`
}

/** The last reason of each account that was tried. */
function reasonsByAccount({ attempts }: RunCandidate): ReadonlyMap<string, string | null> {
  return new Map(
    attempts.flatMap(({ profileId, reason }) => (profileId === null ? [] : [[profileId, reason] as const])),
  )
}

/** `the only alpha account`, `both alpha accounts`, `all 3 alpha accounts`, `2 of 3 alpha accounts`. */
function accountsWords(provider: string, some: number, all: number | null): string {
  if (all !== null && some < all) return `${some} of ${all} ${provider} accounts`
  if (some === 1) return `the only ${provider} account`
  return `${some === 2 ? 'both' : `all ${some}`} ${provider} accounts`
}

/** What was done with a candidate, as a sentence for its card. */
export function candidateSentence(candidate: RunCandidate): string {
  const { attempt, total } = candidate
  const place = `${attempt} of ${total} in the chain`
  switch (decisionMark(candidate.decision)) {
    case 'answered':
      return `It answered; it is ${place}.`
    case 'failed':
      return `${causeStart(candidate)}; it is ${place}.`
    case 'skipped':
      return `It was not asked; ${skipReason(candidate)}. It is ${place}.`
    case 'probed':
      return `It was tried although it was locked (${reasonPhrase(candidate.reason)}), to see whether it works again; it is ${place}.`
  }
}

/** The cause at the start of a sentence on the model’s own card; the name of a model is never written in another way. */
function causeStart(candidate: RunCandidate): string {
  const name = nameOf(candidate)
  const cause = causeOf(candidate)
  return cause.startsWith(name) ? `It${cause.slice(name.length)}` : capitalize(cause)
}

function skipReason({ provider, profileCount, reason }: RunCandidate): string {
  if (profileCount === null || profileCount === 0) return reasonPhrase(reason)
  const verb = profileCount === 1 ? 'was' : 'were'
  return `${accountsWords(provider, profileCount, profileCount)} ${verb} locked: ${reasonPhrase(reason)}`
}

/** Models of the chain that the run did not come to; null: none, or it is not known. */
export function notNeededWords(run: RunDetail): string | null {
  const last = run.candidates.at(-1)
  if (last === undefined || last.decision !== 'candidate_succeeded') return null
  const rest = last.total - last.attempt
  if (rest <= 0) return null
  return rest === 1
    ? 'One more model of the chain was not needed.'
    : `${rest} more models of the chain were not needed.`
}

const NEXT_WORDS: Readonly<Record<string, string>> = {
  rotate_profile: 'Another account was tried next.',
  fallback_model: 'The next model was tried.',
  surface_error: 'The error was shown: nothing else was tried.',
  continue_normal: 'The run went on as usual.',
}

/** Which rule reads an error, in words; its id is one key press away. */
export function ruleSentence(ruleId: string | null, reason: string | null): string {
  if (ruleId === null) return 'No rule of this console reads the text: the reason is the log’s own.'
  const rule = ruleById(ruleId)
  if (rule === null) return 'A rule that is not part of this console reads the text.'
  const differs =
    rule.reason === null || rule.reason === reason
      ? ''
      : ` It stands for “${reasonPhrase(rule.reason)}”, not for “${reasonPhrase(reason)}” as in the log.`
  return `Recognised by: ${rule.matches}.${differs}`
}

/** What was done after an attempt. */
export function nextWords(decision: string): string {
  return NEXT_WORDS[decision] ?? `Then: ${decision.replaceAll('_', ' ')}.`
}
