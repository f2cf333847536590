import type { SecretRef } from '../../shared/engine/index.ts'
import type { PathFlaw } from './secure-path.ts'

/** Why a reference gave no secret. Words for people; they name aliases, variables and paths, and never a value. */
export interface RefProblem {
  readonly code: RefProblemCode
  readonly message: string
  readonly hint: string
}

export type RefProblemCode =
  | 'invalid_ref'
  | 'unknown_provider'
  | 'wrong_source'
  | 'variable_missing'
  | 'variable_not_allowed'
  | 'file_unusable'
  | 'file_too_large'
  | 'file_not_json'
  | 'pointer_missing'
  | 'not_text'
  | 'empty'
  | 'commands_not_allowed'
  | 'command_unusable'
  | 'command_failed'
  | 'command_timeout'
  | 'command_output'
  | 'store_unsupported'
  | 'vault_missing'
  | 'not_allowed'
  | 'unresolvable'

/** The result of resolving a reference. */
export type Resolved = { readonly secret: string } | { readonly problem: RefProblem }

export function problem(code: RefProblemCode, message: string, hint: string): { readonly problem: RefProblem } {
  return { problem: { code, message, hint } }
}

const PATH_FLAWS: Readonly<Record<PathFlaw, readonly [message: string, hint: string]>> = {
  not_absolute: ['its path is not absolute', 'Write the whole path, from / or ~/ on.'],
  missing: ['it does not exist', 'Correct the path, or create it.'],
  unreadable: ['it cannot be read', 'Give your user the right to read it.'],
  not_a_file: ['it is not a regular file', 'A file belongs in this place.'],
  is_link: ['it is a symbolic link', 'Name the file itself; for a command, allowSymlinkCommand permits a link.'],
  outside_trusted: ['it lies outside of trustedDirs', 'Add its folder to trustedDirs, or use another file.'],
  wrong_owner: ['it belongs to another user', 'It has to belong to you or to root.'],
  open_to_others: ['other users have rights to it', 'Take them away (chmod 600, for a command 755).'],
}

export function pathProblem(
  code: 'file_unusable' | 'command_unusable',
  ref: SecretRef,
  flaw: PathFlaw,
): { readonly problem: RefProblem } {
  const [cause, hint] = PATH_FLAWS[flaw]
  const what = code === 'file_unusable' ? 'file' : 'command'
  return problem(code, `The ${what} of secrets.providers.${ref.provider} cannot be used: ${cause}.`, hint)
}
