/** Something that a person wants to do about an account. */
export type AccountAction =
  | { readonly kind: 'add'; readonly preset: { readonly provider: string; readonly profileId: string } | null }
  | { readonly kind: 'edit' | 'rename' | 'remove' | 'test' | 'refresh'; readonly profileId: string }
