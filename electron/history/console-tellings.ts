import { DECISIONS } from '../../shared/contract/history/index.ts'
import type { Dictionaries } from './dictionaries.ts'
import { profileHash } from './event-key.ts'
import { END_FLAGS, RUN_ORIGINS } from './run-record.ts'
import type { RunOrigin } from './run-record.ts'
import { streamOf } from './segment-keys.ts'
import type { AttemptRow, DecisionRowOfTable, EndRow, StateRow, StopRow } from './stored-rows.ts'
import type { ToldEvent, ToldKind } from './tellings.ts'

/** What both forms of an event tell: that of a log's record, and that of a console's line. */
export interface Telling {
  /** The same in both forms. */
  readonly facts: string
  /** The id of its run; null: it names none, as most lines of a console. */
  readonly run: string | null
  /** What the provider said; a line of a console has the beginning or a part of it. */
  readonly text: string | null
}

/** Of the run that a stored record is in. */
export interface RunOfRow {
  readonly run_key: string | null
  readonly made_up: RunOrigin | null
}

export type RowOfKind = {
  readonly decision: DecisionRowOfTable & RunOfRow
  readonly failover: AttemptRow & RunOfRow
  readonly profile_state: StateRow & RunOfRow
  readonly chain_stopped: StopRow & RunOfRow
  readonly agent_end: EndRow & RunOfRow
}

/** A shorter text is whole. */
const CUT_CHARS = 180
/** Of the words of a text, as many as no form of it cuts off. */
const COMPARED_CHARS = 40
const ESCAPES = /\\(?:u[0-9a-f]{4}|.)/gi
const NO_WORD = /[^\p{L}\p{N}]+/gu
const SEPARATOR = '\u001f'
/** A console shows a failure without a reason so. */
const UNKNOWN = 'unknown'

/**
 * How well a line of a console fits a record: 0 where all that both tell is the same, 1 where the line has only a part of
 * what the provider said. null: it shows another one.
 */
export function fitOf(kind: ToldKind, record: Telling, line: Telling): 0 | 1 | null {
  if (record.facts !== line.facts) return null
  if (line.run !== record.run && (line.run !== null || kind !== 'decision')) return null
  return fitOfText(line.text, record.text)
}

/** Redaction, escapes and the place of the cut differ between the forms; the words do not. */
function fitOfText(shown: string | null, written: string | null): 0 | 1 | null {
  if (shown === written || shown === null || written === null) return 0
  const words = wordsOf(shown)
  const all = wordsOf(written)
  if (words === all) return 0
  // A console cuts a text off, and shows of an answer in JSON what is said in it.
  const mayBePart = shown.length >= CUT_CHARS || written.includes('{')
  return mayBePart && all.includes(words.slice(0, COMPARED_CHARS)) ? 1 : null
}

function wordsOf(text: string): string {
  return text.replace(ESCAPES, '').replace(NO_WORD, '').toLowerCase()
}

export function tellingOfEvent(event: ToldEvent): Telling {
  const { runId: run } = event
  switch (event.kind) {
    case 'decision': {
      const facts = factsOf([
        event.decision,
        `${event.requestedProvider}/${event.requestedModel}`,
        `${event.candidateProvider}/${event.candidateModel}`,
        modelText(event.nextProvider, event.nextModel),
        event.reason ?? UNKNOWN,
        event.suppressed,
      ])
      return { facts, run, text: event.errorPreview }
    }
    case 'failover': {
      const profile = event.profileId && profileHash(event.profileId)
      const model = modelText(event.provider, event.model)
      const facts = factsOf([event.stage, event.decision, event.reason, model, profile])
      return { facts, run, text: event.rawErrorPreview }
    }
    case 'profile_state': {
      const { profileId, provider, reason, windowType, isReused } = event
      return {
        facts: factsOf([profileHash(profileId), provider ?? UNKNOWN, reason, windowType, isReused]),
        run,
        text: null,
      }
    }
    case 'chain_stopped': {
      const model = modelText(event.candidateProvider, event.candidateModel)
      return { facts: factsOf([event.reason, model]), run, text: null }
    }
    case 'agent_end': {
      const session = run === null ? event.sessionId : null
      const model = modelText(event.provider, event.model)
      return { facts: factsOf([event.isError, event.isWrapper, model, session]), run, text: event.errorPreview }
    }
  }
}

/** The same of a record that is stored. */
export function createTellingsOfRows(words: Dictionaries): {
  readonly [Kind in ToldKind]: (row: RowOfKind[Kind]) => Telling
} {
  const { names, texts, models, profiles } = words
  const nameOf = (id: number | null): string | null => (id === null ? null : names.textOf(id))
  const textOf = (id: number | null): string | null => (id === null ? null : texts.textOf(id))
  const modelOf = (id: number | null): string | null => {
    if (id === null) return null
    const { provider, model } = models.get(id)
    return `${provider}/${model}`
  }
  return {
    decision: (row) => ({
      facts: factsOf([
        DECISIONS[row.decision] ?? null,
        modelOf(row.requested),
        modelOf(row.candidate),
        modelOf(row.next),
        nameOf(row.reason) ?? UNKNOWN,
        row.suppressed,
      ]),
      run: runOf(row),
      text: textOf(row.text),
    }),
    failover: (row) => {
      const profile = row.profile === null ? null : profileHash(profiles.nameOf(row.profile))
      const { stage, decision, reason, model } = row
      const facts = factsOf([nameOf(stage), nameOf(decision), nameOf(reason), modelOf(model), profile])
      return { facts, run: row.loose_session === null ? runOf(row) : null, text: textOf(row.text) }
    },
    profile_state: (row) => ({
      facts: factsOf([
        profileHash(profiles.nameOf(row.profile)),
        nameOf(row.provider),
        nameOf(row.reason),
        row.is_disabling === 1 ? 'disabled' : 'cooldown',
        row.is_kept === 1,
      ]),
      run: runOf(row),
      text: null,
    }),
    chain_stopped: (row) => ({ facts: factsOf([nameOf(row.reason), modelOf(row.model)]), run: null, text: null }),
    agent_end: (row) => {
      const isError = (row.flags & END_FLAGS.error) !== 0
      const isWrapper = (row.flags & END_FLAGS.wrapper) !== 0
      const run = row.loose_session === null ? runOf(row) : null
      const session = run === null ? nameOf(row.loose_session) : null
      return { facts: factsOf([isError, isWrapper, modelOf(row.model), session]), run, text: textOf(row.text) }
    },
  }
}

/** The id that the log gives a run; null: it gives none. */
function runOf({ run_key: key, made_up: origin }: RunOfRow): string | null {
  return key === null || origin !== RUN_ORIGINS.named ? null : streamOf(key)
}

function factsOf(facts: readonly (string | number | boolean | null)[]): string {
  return facts.join(SEPARATOR)
}

function modelText(provider: string | null, model: string | null): string | null {
  return provider === null && model === null ? null : `${provider ?? UNKNOWN}/${model ?? UNKNOWN}`
}
