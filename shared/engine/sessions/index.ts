export { EMPTY_SESSION, readSessionEntry } from './entry.ts'
export type { FallbackNotice, OverrideSource, PinSource, SessionEntry } from './entry.ts'
export { MAX_SWITCH_RESTARTS, switchDecision, type RunningModel, type SwitchDecision } from './live-switch.ts'
export {
  clearOverride,
  overrideFields,
  OVERRIDE_FIELDS,
  persistOverride,
  rollBackOverride,
  type OverrideFields,
} from './override.ts'
export { resolvePin, type PinDecision, type PinFields, type PinRequest } from './pin.ts'
export {
  inheritedSelection,
  resetSession,
  selectDefault,
  selectModel,
  spawnedSelection,
  type UserSelection,
} from './select-model.ts'
export { selectionKind } from './selection-kind.ts'
export { selectedModel, type SelectionDecision, type SelectionRequest } from './selection.ts'
