import path from 'node:path'
import { asText, readFailoverConfig, type FailoverConfig } from '../../../shared/engine/index.ts'
import type { ReadContext } from '../context.ts'
import { readDocument } from '../files/read-document.ts'
import { isRecord, valueAt } from '../raw-values.ts'
import { findConfigPath } from './config-path.ts'
import { reportUnsetVariables } from './env-references.ts'
import { resolveIncludes } from './includes.ts'

export interface Configuration {
  readonly config: FailoverConfig
  /** `session.store`: where `sessions.json` lies if not in its usual place; `{agentId}` stands for the agent. */
  readonly sessionStore: string | null
}

export async function readConfiguration(context: ReadContext): Promise<Configuration> {
  const configPath = await findConfigPath(context)
  context.watchPaths.add(path.dirname(configPath))
  const document = await readDocument(context, { path: configPath, dialect: 'json5', subject: 'The configuration' })
  if (document.kind === 'absent') {
    context.problems.add({
      severity: 'info',
      code: 'file_missing',
      path: configPath,
      message: 'There is no configuration; OpenClaw then uses its defaults.',
      hint: 'Run "openclaw onboard" to create one.',
    })
  }
  if (document.kind !== 'value') return configurationOf(undefined)
  const value = await resolveIncludes(context, document.value, configPath)
  if (!isRecord(value)) {
    context.problems.add({
      severity: 'error',
      code: 'wrong_shape',
      path: configPath,
      message: 'The configuration is not an object; nothing of it can be used.',
      hint: 'A configuration starts with { and ends with }.',
    })
    return configurationOf(undefined)
  }
  await reportUnsetVariables(context, value, configPath)
  return configurationOf(value)
}

/** The only place where the configuration's own text becomes facts; none of it goes any further. */
function configurationOf(value: unknown): Configuration {
  return { config: readFailoverConfig(value), sessionStore: asText(valueAt(value, 'session', 'store')) }
}
