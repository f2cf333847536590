/** Support bundles: what was decided and why, without whose it was, in one file. README.md describes the format. */
export { createBundleDesk, type BundleDesk } from './bundle-desk.ts'
export { BundleRefused, type BundleRefusalCode } from './bundle-refused.ts'
export type { BundleNames, BundleSource } from './bundle-source.ts'
export { isBundleFile } from './is-bundle-file.ts'
export type { BundledOrder, BundledWindow, Manifest } from './format.ts'
export { BUNDLE_LIMITS, readBundle, type BundleLimits, type OpenedBundle } from './read-bundle.ts'
export { writeBundle, type BundleWatch, type WrittenBundle } from './write-bundle.ts'
