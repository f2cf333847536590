export type BundleRefusalCode =
  /** some other file */
  | 'not_a_bundle'
  | 'newer_version'
  /** cut off, or changed after it was made */
  | 'damaged'
  | 'too_large'
  /** there is a file of that name */
  | 'exists'
  | 'unreadable'
  | 'write_failed'
  /** a preview that is not kept any more */
  | 'no_preview'
  /** nobody wants it any more */
  | 'cancelled'

/** Why a bundle cannot be made or opened. Message and hint are for people; nothing of a file's content is in either. */
export class BundleRefused extends Error {
  readonly code: BundleRefusalCode
  readonly hint: string

  constructor(code: BundleRefusalCode, reason?: string) {
    super(reason ?? WORDS[code][0])
    this.name = 'BundleRefused'
    this.code = code
    this.hint = WORDS[code][1]
  }
}

const WORDS: Readonly<Record<BundleRefusalCode, readonly [message: string, hint: string]>> = {
  not_a_bundle: ['The file is not a support bundle of Switchyard.', 'Choose the .zip file that Switchyard saved.'],
  newer_version: ['The bundle was made by a newer Switchyard.', 'Update Switchyard on this machine.'],
  damaged: ['The bundle is damaged or was changed.', 'Ask for it again, or copy it again from where it was made.'],
  too_large: ['There is more in the bundle than in any that Switchyard makes.', 'Choose a shorter span of time.'],
  exists: ['There is a file of that name already.', 'Choose another name.'],
  unreadable: ['The file could not be read.', 'Check that it is there and that you may read it.'],
  write_failed: ['The bundle could not be written.', 'Choose another folder, or make room on the disk.'],
  cancelled: ['The bundle is not made any more.', 'Make it again.'],
  no_preview: ['The preview is no longer there.', 'Make the bundle again.'],
}
