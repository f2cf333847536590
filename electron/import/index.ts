/** Taking credentials over from files of any age into one store: find, plan, apply. */
export { applyImport, type ApplyRequest, type ImportResult, type ImportTarget, type SealedCredential } from './apply.ts'
export { findImportSources, type FindOptions, type FoundSources } from './find-sources.ts'
export { planImport, summaryOf } from './plan.ts'
export * from './types.ts'
export { unifiesOpenAi } from './unify-providers.ts'
