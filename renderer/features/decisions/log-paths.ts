/** The paths that were entered: one, or several that were pasted as lines; each without quotation marks around it. */
export function logPathsOf(text: string): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => unquoted(line.trim()))
    .filter((path) => path !== '')
}

/** As a shell or a file manager puts them around a path. */
function unquoted(text: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(text)
  return quoted?.[2]?.trim() ?? text
}
