import path from 'node:path'
import type { Problem, ProblemCode } from '../../shared/contract/problems.ts'
import type { TextPosition } from './files/text-position.ts'

export interface ProblemReport {
  readonly severity: Problem['severity']
  readonly code: ProblemCode
  /** Absolute path of the file or folder concerned. */
  readonly path: string
  readonly position?: TextPosition | null
  readonly message: string
  readonly hint?: string | null
  readonly agentId?: string | null
  /** Tells apart problems of the same code in the same file. */
  readonly topic?: string
}

/** Collects what is wrong while a directory is read. */
export interface ProblemList {
  add(report: ProblemReport): void
  /** Path as problems name it: relative to the state directory, absolute where it lies elsewhere, with forward slashes. */
  nameOf(filePath: string): string
  /** Errors first, then by file and place, so that two readings of the same directory give the same list. */
  sorted(): readonly Problem[]
}

const SEVERITY_RANK: Readonly<Record<Problem['severity'], number>> = { error: 0, warning: 1, info: 2 }

export function createProblemList(root: string): ProblemList {
  const byId = new Map<string, Problem>()

  function nameOf(filePath: string): string {
    const relative = path.relative(root, filePath)
    const isInside = relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
    const name = isInside ? (relative === '' ? '.' : relative) : filePath
    return path.sep === '/' ? name : name.split(path.sep).join('/')
  }

  function add(report: ProblemReport): void {
    const file = nameOf(report.path)
    const agentId = report.agentId ?? null
    const id = [report.code, file, agentId ?? '', report.topic ?? ''].join('|')
    if (byId.has(id)) return
    byId.set(id, {
      id,
      severity: report.severity,
      code: report.code,
      file,
      line: report.position?.line ?? null,
      column: report.position?.column ?? null,
      message: report.message,
      hint: report.hint ?? null,
      agentId,
    })
  }

  return { add, nameOf, sorted: () => [...byId.values()].sort(compareProblems) }
}

function compareProblems(a: Problem, b: Problem): number {
  return (
    SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity] ||
    compareText(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compareText(a.id, b.id)
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
