import path from 'node:path'
import { asText, readFailoverConfig, type FailoverConfig } from '../../../shared/engine/index.ts'
import type { ReadContext } from '../context.ts'
import { readDocument } from '../files/read-document.ts'
import { isRecord, valueAt } from '../raw-values.ts'
import { findConfigPath } from './config-path.ts'
import { revisionOf } from './revision.ts'
import { reportUnsetVariables } from './env-references.ts'
import { resolveIncludes } from './includes.ts'

export interface Configuration {
  readonly config: FailoverConfig
  /** `session.store`: where `sessions.json` lies if not in its usual place; `{agentId}` stands for the agent. */
  readonly sessionStore: string | null
  /** Absolute path, whether the file exists or not. */
  readonly path: string
  /** Identity of the file's bytes; null: there is no file, or it cannot be read. */
  readonly revision: string | null
  /** What is needed to find a gateway that runs on it. */
  readonly gateway: GatewayConfig
}

/** Where a gateway listens and logs, as far as the configuration says. */
export interface GatewayConfig {
  readonly port: number | null
  readonly logFile: string | null
}

/** The configuration as it is written, includes merged, secrets and all: for calls to providers, and for nothing else. */
export async function readConfigValue(context: ReadContext): Promise<unknown> {
  const configPath = await findConfigPath(context)
  const document = await readDocument(context, { path: configPath, dialect: 'json5', subject: 'The configuration' })
  return document.kind === 'value' ? await resolveIncludes(context, document.value, configPath) : undefined
}

export async function readConfiguration(context: ReadContext): Promise<Configuration> {
  const configPath = await findConfigPath(context)
  context.watchPaths.add(path.dirname(configPath))
  let revision: string | null = null
  const document = await readDocument(context, {
    path: configPath,
    dialect: 'json5',
    subject: 'The configuration',
    onBytes: (bytes) => (revision = revisionOf(bytes)),
  })
  const at = { path: configPath, revision }
  if (document.kind === 'absent') {
    context.problems.add({
      severity: 'info',
      code: 'file_missing',
      path: configPath,
      message: 'There is no configuration; OpenClaw then uses its defaults.',
      hint: 'Run "openclaw onboard" to create one.',
    })
  }
  if (document.kind !== 'value') return configurationOf(undefined, at)
  const value = await resolveIncludes(context, document.value, configPath)
  if (!isRecord(value)) {
    context.problems.add({
      severity: 'error',
      code: 'wrong_shape',
      path: configPath,
      message: 'The configuration is not an object; nothing of it can be used.',
      hint: 'A configuration starts with { and ends with }.',
    })
    return configurationOf(undefined, at)
  }
  await reportUnsetVariables(context, value, configPath)
  return configurationOf(value, at)
}

/** The only place where the configuration's own text becomes facts; none of it goes any further. */
function configurationOf(value: unknown, at: Pick<Configuration, 'path' | 'revision'>): Configuration {
  return {
    ...at,
    config: readFailoverConfig(value),
    sessionStore: asText(valueAt(value, 'session', 'store')),
    gateway: { port: portOf(valueAt(value, 'gateway', 'port')), logFile: asText(valueAt(value, 'logging', 'file')) },
  }
}

function portOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536 ? value : null
}
