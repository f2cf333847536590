import type { OpenFailure } from '../../../shared/contract/types.ts'

const TITLES: Readonly<Record<OpenFailure['code'], string>> = {
  not_found: 'There is no such directory',
  not_a_directory: 'That is not a directory',
  no_permission: 'That directory may not be read',
  not_a_state_directory: 'That is not a state directory',
  unreadable: 'That directory could not be read',
}

export const OPEN_FAILURE_CODES = Object.keys(TITLES) as readonly OpenFailure['code'][]

export function failureTitle(code: OpenFailure['code']): string {
  return TITLES[code]
}
