import path from 'node:path'

/**
 * Files that change often and say nothing about failover: transcripts, logs, locks, half-written and backed-up files, the
 * index of a write-ahead log. Everything else counts, for a configuration may include files of any name.
 */
const IRRELEVANT =
  /\.(?:jsonl|log|lock|tmp|bak|md|txt|png|jpe?g|gif|webp|pdf|mp3|ogg|wav|gz|zip)(?:\.|$)|-shm$|~$|\.sw[a-z]$/i

export function isRelevantFile(filePath: string): boolean {
  return !IRRELEVANT.test(path.basename(filePath))
}
