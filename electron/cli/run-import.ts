import { homedir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { LogCounts } from '../../shared/contract/history/index.ts'
import { importLogs } from '../history/index.ts'
import type { LogInput } from '../logs/index.ts'
import { resolveStateDirectory } from '../openclaw/index.ts'
import { dataFolder, historyFileFor } from '../own/index.ts'
import { StoreRefused } from '../store/index.ts'

export interface ImportEnvironment {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** What `-` stands for. */
  readonly input: AsyncIterable<Uint8Array>
  print(text: string): void
  printError(text: string): void
  readonly homeDir?: string
}

const EXIT_OK = 0
const EXIT_FAILED = 1
const EXIT_USAGE = 2

const HELP_TEXT = `Takes OpenClaw logs into the history of a state directory, as the console's
own import does.

Usage: npm run import -- [--directory <directory>] <log>...
       some-program | npm run import -- -

<log>              a log, a folder of logs, or an archive of them; - reads what is
                   piped in
--directory <dir>  the state directory; without it, the one OpenClaw would use
--help             show this text

Exit status: 0; 1 if something could not be read or stored; 2 if the command is
wrong. Importing the same again adds nothing. Nothing in the state directory is
ever changed, unless it is one of Switchyard's own.
`

/** Takes logs into the history of a directory and tells what was found in them. */
export async function runImport({ args, env, input, print, printError, homeDir }: ImportEnvironment): Promise<number> {
  const asked = parse(args)
  if (typeof asked === 'string') {
    printError(`${asked} Try --help.\n`)
    return EXIT_USAGE
  }
  if (asked.isHelp) {
    print(HELP_TEXT)
    return EXIT_OK
  }
  const home = homeDir ?? homedir()
  const directory = resolveStateDirectory({ argument: asked.directory, env, homeDir: home })
  const file = await historyFileFor(directory, dataFolder(env, process.platform, home))
  const inputs = asked.logs.map((log): LogInput =>
    log === '-' ? { kind: 'stream', name: 'standard input', chunks: input } : { kind: 'path', path: path.resolve(log) },
  )
  try {
    const { counts, problems } = await importLogs(file, inputs)
    print(`${countsText(counts)}\n`)
    for (const problem of problems) printError(`${problem}\n`)
    return problems.length === 0 ? EXIT_OK : EXIT_FAILED
  } catch (error) {
    if (!(error instanceof StoreRefused)) throw error
    printError(`${error.message}\n${error.hint}\n`)
    return EXIT_FAILED
  }
}

interface Asked {
  readonly isHelp: boolean
  readonly directory: string | null
  readonly logs: readonly string[]
}

function parse(args: readonly string[]): Asked | string {
  try {
    const options = { directory: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
    const { values, positionals: logs } = parseArgs({ args: [...args], options, allowPositionals: true })
    const isHelp = values.help === true
    if (!isHelp && logs.length === 0) return 'There is no log to import.'
    if (logs.filter((log) => log === '-').length > 1) return 'What is piped in can be read only once.'
    return { isHelp, directory: values.directory ?? null, logs }
  } catch (error) {
    return `${error instanceof Error ? error.message.split('.')[0] : 'The command is wrong'}.`
  }
}

function countsText(counts: LogCounts): string {
  const { lines, records, known, ...others } = counts
  const rest = Object.entries(others).filter(([, count]) => count > 0)
  return [
    `${lines} lines read, ${records - known} records taken in, ${known} known already`,
    ...rest.map(([name, count]) => `${count} ${name}`),
  ].join(', ')
}
