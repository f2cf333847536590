import { readdirSync, readFileSync } from 'node:fs'

const KIB_PER_MIB = 1024

/**
 * Memory of a process and everything it started, in MiB. Pages that several of them share count once (Linux's
 * proportional set size), so that a sum over processes is the truth.
 */
export function treeMemoryMib(pid: number): number {
  return (
    processTree(pid).reduce((sum, member) => sum + (field(`/proc/${member}/smaps_rollup`, 'Pss') ?? 0), 0) / KIB_PER_MIB
  )
}

/** Resident memory of one process in MiB. */
export function residentMib(pid: number): number {
  return (field(`/proc/${pid}/status`, 'VmRSS') ?? Number.NaN) / KIB_PER_MIB
}

function processTree(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const parent = Number.isInteger(pid) ? field(`/proc/${pid}/status`, 'PPid') : null
    if (parent !== null) parents.set(pid, parent)
  }
  const tree = [root]
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  return tree
}

/** A number out of a file of `Name: value` lines; null when the process has just ended. */
function field(file: string, name: string): number | null {
  try {
    const value = new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1]
    return value === undefined ? null : Number(value)
  } catch {
    return null
  }
}
