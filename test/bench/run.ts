/**
 * `npm run bench [name] [-- --json]`: takes the measures of all benchmarks or of one and prints a line for each: name,
 * value, unit, target. With `--json` each line is an object. A missed target is shown and fails nothing: speed depends
 * on the machine.
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import type { Benchmark, Measure } from './measure.ts'
import { classificationBenchmark } from './measures/classification.ts'
import { historyBenchmark } from './measures/history.ts'
import { historyScreensBenchmark } from './measures/history-screens.ts'
import { memoryBenchmark } from './measures/memory.ts'
import { orderBenchmark } from './measures/order.ts'
import { pushBenchmark } from './measures/push.ts'
import { readBenchmark } from './measures/read.ts'
import { saveBenchmark } from './measures/save.ts'
import { screenBenchmark } from './measures/screen.ts'
import { runBenchmark } from './measures/run.ts'
import { startBenchmark } from './measures/start.ts'

const BENCHMARKS: readonly Benchmark[] = [
  orderBenchmark,
  runBenchmark,
  classificationBenchmark,
  readBenchmark,
  pushBenchmark,
  historyBenchmark,
  historyScreensBenchmark,
  saveBenchmark,
  screenBenchmark,
  startBenchmark,
  memoryBenchmark,
]

/** Given to the process that takes one benchmark. */
const PART = '--part'

const asJson = process.argv.includes('--json')
const isPart = process.argv.includes(PART)
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Known: ${BENCHMARKS.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

if (!asJson && !isPart)
  console.log(`load ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} cores, Node.js ${process.version}\n`)
const chosen = BENCHMARKS.filter(({ name }) => names.length === 0 || names.includes(name))
for (const benchmark of chosen) {
  if (isPart) await take(benchmark)
  else takeApart(benchmark)
}

/** In a process of its own: code that another benchmark has warmed up is optimised for that one's data. */
function takeApart({ name }: Benchmark): void {
  const flags = asJson ? ['--json', PART] : [PART]
  spawnSync(process.execPath, [import.meta.filename, name, ...flags], { stdio: 'inherit' })
}

async function take(benchmark: Benchmark): Promise<void> {
  try {
    for (const measure of await benchmark.run()) print(measure)
  } catch (error) {
    console.error(`${benchmark.name}: could not be measured: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function print({ name, value, unit, target, isLeast = false }: Measure): void {
  const rounded = Number(value.toPrecision(4))
  const ok = target === null ? null : isLeast ? value >= target : value <= target
  if (asJson) {
    console.log(JSON.stringify({ name, value: rounded, unit, target, isLeast, ok }))
    return
  }
  const verdict = ok === null ? '' : `target ${isLeast ? '≥ ' : ''}${target} ${unit}  ${ok ? 'ok' : 'MISSED'}`
  console.log(`${name.padEnd(58)} ${String(rounded).padStart(9)} ${unit.padEnd(4)} ${verdict}`.trimEnd())
}
