import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a command that answers as OpenClaw's secret commands do, and leaves what it was given in `seen.json` beside it.
 *
 * @param answer the fields of the answer, or a text that it prints as it is
 * @returns its path
 */
export async function fakeSecretCommand(folder: string, answer: object | string): Promise<string> {
  const output = typeof answer === 'string' ? answer : JSON.stringify({ protocolVersion: 1, ...answer })
  const source = `#!${process.execPath}
const fs = require('node:fs')
const request = JSON.parse(fs.readFileSync(0, 'utf8'))
const { env } = process
fs.writeFileSync(${JSON.stringify(path.join(folder, 'seen.json'))}, JSON.stringify({ request, args: process.argv.slice(2), cwd: process.cwd(), env }))
process.stdout.write(${JSON.stringify(output)})
`
  const command = path.join(folder, 'secret-command.cjs')
  await writeFile(command, source)
  await chmod(command, 0o700)
  return command
}
