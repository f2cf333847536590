export type { Admission, Skip } from './admission.ts'
export { classifyWith } from './classify-with.ts'
export { drive } from './drivers/drive.ts'
export type { LivePorts } from './drivers/live-ports.ts'
export { replay, type Divergence, type Replay } from './drivers/replay.ts'
export { answer, failure, simulate } from './drivers/simulate.ts'
export type {
  RecordedCall,
  RunRecording,
  Script,
  ScriptedOutcome,
  Simulation,
  SimulationOptions,
} from './drivers/simulate.ts'
export { emptyWorld, type KeptRecord, type Traces, type World } from './drivers/world.ts'
export type { ProviderCall, ReplyTo, RunEffect, RunReply, RunView, Step, Suspension, Wait } from './effects.ts'
export { observeError, type ErrorObservation } from './error-observation.ts'
export {
  EMPTY_MEMORY,
  remember,
  type MemoryChange,
  type RepeatEntry,
  type RunMemory,
  type SkipEntry,
} from './memory.ts'
export { noticeTransition, type NoticeTransition } from './notices.ts'
export { CALL_FAILURE, RESULT_FLAW } from './outcomes.ts'
export type { CallFailure, CallOutcome, ResultFlaw, StopReason } from './outcomes.ts'
export { planRun, type PlanInput, type RunPlan } from './plan.ts'
export type * from './records.ts'
export { runChain } from './run-chain.ts'
export { runImageChain, type ImageAttempt, type ImageRunResult } from './run-image-chain.ts'
export { shortHash } from './sha256.ts'
export { skipTtl } from './skip-ttl.ts'
export type {
  AttemptRecord,
  CandidateStep,
  Classify,
  ProfileStep,
  RunError,
  RunRequest,
  RunResult,
  FailureVerdict,
} from './types.ts'
