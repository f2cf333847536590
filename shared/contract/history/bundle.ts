/** What a support bundle says about itself. */
export interface BundleInfo {
  /** That of the file. */
  readonly name: string
  readonly createdMs: number
  /** Of the format. */
  readonly version: number
  readonly consoleVersion: string
  /** Whether it tells of a state directory; else it has a history only. */
  readonly hasFacts: boolean
}

export interface BundleOptions {
  readonly fromMs: number | null
  readonly toMs: number | null
  /** Error texts as providers sent them, redacted; left out unless chosen. */
  readonly withErrorTexts: boolean
  /** Session ids as they are; otherwise stable aliases. */
  readonly withSessionIds: boolean
}

export interface BundlePart {
  readonly name: string
  readonly bytes: number
  readonly records: number | null
  /** The text, cut where it is long. */
  readonly preview: string
  readonly isCut: boolean
}

export interface BundlePreview {
  readonly id: string
  readonly parts: readonly BundlePart[]
  readonly aliasCount: number
}

export interface BundleProgress {
  readonly records: number
  readonly totalRecords: number
}

export interface SaveBundleInput {
  readonly previewId: string
  readonly path: string
}

export interface SavedBundle {
  readonly path: string
  readonly bytes: number
}
