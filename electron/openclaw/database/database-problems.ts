import type { Problem, ProblemCode } from '../../../shared/contract/problems.ts'
import type { ReadContext } from '../context.ts'
import { failureWords } from '../files/file-failures.ts'

export interface DatabaseRequest {
  readonly path: string
  /** What the database is, at the start of a sentence: "The agent's database". */
  readonly subject: string
  readonly agentId: string | null
}

export type DatabaseFailure =
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'empty' | 'foreign' | 'damaged' | 'locked' | 'busy' | 'too_large' | 'no_tables' }
  | { readonly kind: 'wrong_role' | 'wrong_agent' }
  | { readonly kind: 'newer'; readonly version: number; readonly knownVersion: number }

interface Words {
  readonly severity: Problem['severity']
  readonly code: ProblemCode
  readonly message: string
  readonly hint: string
}

const RESTORE_HINT = 'Restore it from a backup, or let "openclaw doctor" look at it.'

export function reportDatabase(context: ReadContext, request: DatabaseRequest, failure: DatabaseFailure): void {
  context.problems.add({
    ...wordsFor(request.subject, failure),
    path: request.path,
    agentId: request.agentId,
    topic: failure.kind,
  })
}

function wordsFor(subject: string, failure: DatabaseFailure): Words {
  switch (failure.kind) {
    case 'failed': {
      const { cause, hint } = failureWords(failure.code)
      return { severity: 'error', code: 'file_unreadable', message: `${subject} cannot be read: ${cause}.`, hint }
    }
    case 'empty':
      return {
        severity: 'error',
        code: 'file_empty',
        message: `${subject} has lost its content: the file is there and nothing is in it.`,
        hint: RESTORE_HINT,
      }
    case 'foreign':
      return {
        severity: 'error',
        code: 'database_foreign',
        message: `${subject} is not an SQLite database, or it is encrypted.`,
        hint: 'Check which program has put this file here.',
      }
    case 'no_tables':
      return {
        severity: 'error',
        code: 'database_foreign',
        message: `${subject} is an SQLite database of another program: the expected tables are not in it.`,
        hint: 'Check which program has put this file here.',
      }
    case 'wrong_role':
      return {
        severity: 'error',
        code: 'database_foreign',
        message: `${subject} says that it serves another purpose; OpenClaw refuses it in this place.`,
        hint: 'Put the right database here; it was probably copied to the wrong folder.',
      }
    case 'wrong_agent':
      return {
        severity: 'error',
        code: 'database_foreign',
        message: `${subject} says that it belongs to another agent; OpenClaw refuses it in this place.`,
        hint: 'Agent folders cannot be copied or renamed: add the agent with OpenClaw and sign it in.',
      }
    case 'damaged':
      return { severity: 'error', code: 'database_damaged', message: `${subject} is damaged.`, hint: RESTORE_HINT }
    case 'newer':
      return {
        severity: 'warning',
        code: 'database_newer',
        message: `${subject} has schema version ${failure.version}; this Switchyard knows up to ${failure.knownVersion}.`,
        hint: 'It is shown read-only, and what is new in it is not shown. Update Switchyard.',
      }
    case 'locked':
      return {
        severity: 'info',
        code: 'database_locked',
        message: `${subject} is locked by another program; what was last saved in it is shown.`,
        hint: 'Nothing needs to be done unless this stays for long.',
      }
    case 'busy':
      return {
        severity: 'error',
        code: 'database_busy',
        message: `${subject} changes faster than it can be read.`,
        hint: 'It is read again with its next change.',
      }
    case 'too_large':
      return {
        severity: 'error',
        code: 'file_too_large',
        message: `${subject} is too large to be copied for reading.`,
        hint: 'It can be read while OpenClaw has it open.',
      }
  }
}
