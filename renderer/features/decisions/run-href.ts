/** The address of a run. In quotation marks, as the router writes a text that could be read as something else. */
export function runHref(runKey: string): string {
  return `/run?key=${encodeURIComponent(JSON.stringify(runKey))}`
}
