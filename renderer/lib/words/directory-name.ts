/** The last part of a path, which is what people call a folder; the path itself where it has none. */
export function folderName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path
}

const KIND_WORDS = {
  own: 'Own directory',
  attached: 'OpenClaw directory',
  example: 'Example',
  bundle: 'Support bundle',
  log: 'Log by itself',
} as const

export function directoryKindWords(kind: keyof typeof KIND_WORDS): string {
  return KIND_WORDS[kind]
}
