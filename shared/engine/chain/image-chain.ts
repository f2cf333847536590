import { parseModelRef } from '../config/model-ref.ts'
import type { FailoverConfig } from '../config/types.ts'
import { chainList } from './candidates.ts'
import { aliasesOf } from './names.ts'
import type { Chain } from './types.ts'

/** No image model is configured and none was asked for; the text OpenClaw gives. */
export const NO_IMAGE_MODEL =
  'No image model configured. Set agents.defaults.imageModel.primary or agents.defaults.imageModel.fallbacks.'

/**
 * The chain for reading an image: the model asked for, or else the image primary; then the image fallbacks. A bare id
 * takes the provider of the image primary, without one `openai`.
 *
 * @param override as written; null: none
 * @returns a chain without candidates where nothing is configured or readable: `NO_IMAGE_MODEL`
 */
export function imageChain(config: FailoverConfig, override: string | null): Chain {
  const aliases = aliasesOf(config, null)
  const choice = config.defaults.imageModel
  const primary = choice?.primary ? parseModelRef(choice.primary, 'openai', aliases) : null
  const provider = primary?.provider ?? 'openai'
  const list = chainList()
  if (override !== null && override.trim() !== '')
    list.add(override, 'requested', parseModelRef(override, provider, aliases))
  else if (choice?.primary) list.add(choice.primary, 'configured-primary', primary)
  for (const text of choice?.fallbacks ?? [])
    list.add(text, 'configured-fallback', parseModelRef(text, provider, aliases))
  return list.chain()
}
