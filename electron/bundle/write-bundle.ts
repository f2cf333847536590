import { createHash } from 'node:crypto'
import type { BundleOptions, BundlePart } from '../../shared/contract/history/index.ts'
import { findingsSchema } from '../../shared/contract/schemas/history/index.ts'
import type { z } from 'zod'
import { BundleRefused } from './bundle-refused.ts'
import type { BundleSource } from './bundle-source.ts'
import { cleanEvent } from './clean-events.ts'
import { cleanFacts } from './clean-facts.ts'
import { cleanFinding, cleanProblem, cleanRevision, cleanWindow } from './clean-records.ts'
import { createCleaning } from './cleaning.ts'
import { factsSchema } from './facts-schema.ts'
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  decisionEventSchema,
  manifestSchema,
  orderSchema,
  otherEventSchema,
  problemsSchema,
  windowSchema,
  type BundlePartName,
  type ListedPart,
  type Manifest,
} from './format.ts'
import { versionOf } from './plain-names.ts'
import { readmeText } from './readme-text.ts'
import { createZipWriter } from './zip-writer.ts'

export interface WrittenBundle {
  readonly parts: readonly BundlePart[]
  readonly aliasCount: number
  readonly bytes: number
}

/** How the making goes on, for whoever waits for it. */
export interface BundleWatch {
  readonly signal: AbortSignal
  /** Called every now and then with how many records are written. */
  onRecords(records: number): void
}

/** What is shown of each part. */
const PREVIEW_BYTES = 64 * 1024
/** Lines are packed together. */
const CHUNK_CHARS = 256 * 1024

/**
 * Writes a bundle into a new file and tells what is in it. Every record is checked against the format, which knows no field
 * but those it names, before it is written.
 *
 * @throws {BundleRefused} `too_large`; `cancelled`: the signal of `watch` said so; an error of the system where the file cannot be written
 */
export async function writeBundle(
  path: string,
  source: BundleSource,
  options: BundleOptions,
  watch: BundleWatch | null = null,
): Promise<WrittenBundle> {
  const cleaning = createCleaning(source, options)
  const zip = await createZipWriter(path)
  const listed: ListedPart[] = []
  const parts: BundlePart[] = []
  let written = 0

  async function add(name: BundlePartName, chunks: Iterable<string>, records: (() => number) | null): Promise<void> {
    const hash = createHash('sha256')
    const preview = previewOf()
    let bytes = 0
    function* asBytes(): Generator<Buffer> {
      for (const chunk of chunks) {
        const encoded = Buffer.from(chunk, 'utf8')
        hash.update(encoded)
        preview.take(encoded)
        bytes += encoded.length
        yield encoded
      }
    }
    await zip.add(name, asBytes())
    const counted = records?.() ?? null
    if (name !== 'manifest.json') listed.push({ name, bytes, records: counted, sha256: hash.digest('hex') })
    parts.push({ name, bytes, records: counted, ...preview.end(bytes) })
  }

  const addText = (name: BundlePartName, text: string, records: number | null = null): Promise<void> =>
    add(name, [text], records === null ? null : () => records)

  async function addLines<T extends object>(
    name: BundlePartName,
    items: Iterable<T>,
    clean: (item: T) => T,
    schema: z.ZodType<T>,
  ): Promise<void> {
    let count = 0
    function* lines(): Generator<string> {
      let chunk = ''
      for (const item of items) {
        count += 1
        chunk += `${lineOf(schema.parse(clean(item)))}\n`
        if (chunk.length < CHUNK_CHARS) continue
        goOn(written + count)
        yield chunk
        chunk = ''
      }
      if (chunk !== '') yield chunk
    }
    await add(name, lines(), () => count)
    written += count
    goOn(written)
  }

  function goOn(records: number): void {
    if (watch?.signal.aborted === true) throw new BundleRefused('cancelled')
    watch?.onRecords(records)
  }

  try {
    goOn(0)
    const { facts } = source
    await addText('README.txt', readmeText(options))
    await addText('facts.json', jsonOf(facts && factsSchema.parse(cleanFacts(facts, cleaning))))
    const event = (item: Parameters<typeof cleanEvent>[0]): typeof item => cleanEvent(item, cleaning)
    await addLines('decisions.jsonl', source.decisions(), event, decisionEventSchema)
    await addLines('events.jsonl', source.others(), event, otherEventSchema)
    await addLines('windows.jsonl', source.windows(), (item) => cleanWindow(item, cleaning), windowSchema)
    await addLines('orders.jsonl', source.orders(), (item) => cleanRevision(item, cleaning), orderSchema)
    const findings = source.findings.map((finding) => cleanFinding(finding, cleaning))
    await addText('findings.json', jsonOf(findingsSchema.parse(findings)), findings.length)
    const problems = source.problems.map((problem) => cleanProblem(problem, cleaning))
    await addText('problems.json', jsonOf(problemsSchema.parse(problems)), problems.length)
    const manifest: Manifest = {
      format: BUNDLE_FORMAT,
      version: BUNDLE_VERSION,
      createdMs: source.nowMs,
      consoleVersion: source.consoleVersion,
      openclawVersion: versionOf(facts?.openclawVersion ?? null),
      era: facts?.era ?? null,
      policyId: facts?.policyId ?? null,
      options,
      aliases: cleaning.aliases.count,
      parts: listed,
    }
    await addText('manifest.json', jsonOf(manifestSchema.parse(manifest)))
    return { parts, aliasCount: cleaning.aliases.count, bytes: await zip.end() }
  } finally {
    await zip.close()
  }
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Fields without a value are left out: most have none, and reading puts them back. */
function lineOf(record: object): string {
  // A field that is not defined is left out by itself, which is many times faster than looking at each while writing.
  const told: Record<string, unknown> = { ...record }
  for (const [name, field] of Object.entries(told)) if (field === null) told[name] = undefined
  return JSON.stringify(told)
}

interface Preview {
  take(bytes: Buffer): void
  end(total: number): Pick<BundlePart, 'preview' | 'isCut'>
}

function previewOf(): Preview {
  const taken: Buffer[] = []
  let length = 0
  return {
    take(bytes) {
      if (length >= PREVIEW_BYTES) return
      const part = bytes.subarray(0, PREVIEW_BYTES - length)
      taken.push(part)
      length += part.length
    },
    end(total) {
      const decoder = new TextDecoder()
      // What a cut left of a letter stays in the decoder.
      return { preview: decoder.decode(Buffer.concat(taken), { stream: true }), isCut: total > length }
    },
  }
}
