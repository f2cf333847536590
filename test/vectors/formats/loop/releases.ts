import {
  classifyWith,
  createClassifier,
  POLICIES,
  RUN_RULES_BY_RELEASE,
  WINDOW_RULES_BY_RELEASE,
  type Classify,
  type Policy,
  type RunRelease,
} from '../../../../shared/engine/index.ts'

export const RELEASES = Object.keys(RUN_RULES_BY_RELEASE) as RunRelease[]

const docs = POLICIES['docs-2026.4']

/**
 * The rules of each release as it was executed. 2026.5.12 measured its windows like 2026.7.1, although its document still
 * gave the longer ladder.
 */
export const POLICY_OF: Readonly<Record<RunRelease, Policy>> = {
  '2026.5.12': {
    ...docs,
    windows: { ...WINDOW_RULES_BY_RELEASE['2026.7.1'], marking: docs.windows.marking },
    run: RUN_RULES_BY_RELEASE['2026.5.12'],
  },
  '2026.7.1': POLICIES['openclaw-2026.7'],
  '2026.9.6': POLICIES['openclaw-2026.9'],
}

const classifiers = new Map<RunRelease, Classify>()

export function classifierOf(release: RunRelease): Classify {
  const known = classifiers.get(release)
  if (known) return known
  const made = classifyWith(createClassifier({ release, isCorrected: false }))
  classifiers.set(release, made)
  return made
}
