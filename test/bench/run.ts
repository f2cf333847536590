/**
 * `npm run bench [name] [-- --json]`: takes the measures of all benchmarks or of one and prints a line for each: name,
 * value, unit, target. With `--json` each line is an object. A missed target is shown and fails nothing: speed depends
 * on the machine.
 */
import { availableParallelism, loadavg } from 'node:os'
import type { Benchmark, Measure } from './measure.ts'
import { classificationBenchmark } from './measures/classification.ts'
import { memoryBenchmark } from './measures/memory.ts'
import { orderBenchmark } from './measures/order.ts'
import { pushBenchmark } from './measures/push.ts'
import { readBenchmark } from './measures/read.ts'
import { screenBenchmark } from './measures/screen.ts'
import { runBenchmark } from './measures/run.ts'
import { startBenchmark } from './measures/start.ts'

const BENCHMARKS: readonly Benchmark[] = [
  orderBenchmark,
  runBenchmark,
  classificationBenchmark,
  readBenchmark,
  pushBenchmark,
  screenBenchmark,
  startBenchmark,
  memoryBenchmark,
]

const asJson = process.argv.includes('--json')
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Known: ${BENCHMARKS.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

if (!asJson)
  console.log(`load ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} cores, Node.js ${process.version}\n`)
for (const benchmark of BENCHMARKS) {
  if (names.length > 0 && !names.includes(benchmark.name)) continue
  try {
    for (const measure of await benchmark.run()) print(measure)
  } catch (error) {
    console.error(`${benchmark.name}: could not be measured: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function print({ name, value, unit, target }: Measure): void {
  const rounded = Number(value.toPrecision(4))
  const ok = target === null ? null : value <= target
  if (asJson) {
    console.log(JSON.stringify({ name, value: rounded, unit, target, ok }))
    return
  }
  const verdict = ok === null ? '' : `target ${target} ${unit}  ${ok ? 'ok' : 'MISSED'}`
  console.log(`${name.padEnd(58)} ${String(rounded).padStart(9)} ${unit.padEnd(4)} ${verdict}`.trimEnd())
}
