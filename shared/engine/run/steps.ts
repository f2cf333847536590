import type { Candidate } from '../chain/types.ts'
import type { Admission } from './admission.ts'
import type { CandidateOutcome } from './candidate-call.ts'
import type { CandidateStep } from './types.ts'

/** What became of a candidate, for whoever asks why; what `facts` leave out is unknown. */
export function stepOf(
  index: number,
  { provider, model }: Candidate,
  admission: Admission,
  outcome: CandidateOutcome | null,
  facts: Pick<CandidateStep, 'outcome'> & Partial<Pick<CandidateStep, 'reason' | 'status' | 'code' | 'ruleId'>>,
): CandidateStep {
  return {
    attempt: index + 1,
    provider,
    model,
    reason: null,
    status: null,
    code: null,
    ruleId: null,
    ...facts,
    admission,
    profiles: outcome?.profiles ?? [],
  }
}
