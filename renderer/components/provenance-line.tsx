import type { Window } from '../../shared/engine/index.ts'
import { clockText, useTick } from '../lib/time/time.ts'
import { provenance } from '../lib/words/provenance.ts'

/** A number and its unit stay on one line. */
const UNIT_SPACE = /(?<=\d) (?=[smhd]\b)/g

/** Where a lock comes from, in a sentence that names days as they pass. */
export function ProvenanceLine({ window }: { readonly window: Window }) {
  const text = useTick((nowMs) => `${provenance(window, (atMs) => clockText.when(atMs, nowMs))}.`)
  return <>{text.replaceAll(UNIT_SPACE, '\u00a0')}</>
}
