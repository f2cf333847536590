import { useTitle } from '../../lib/use-title.ts'
import { PlainScreen } from './plain-screen.tsx'

const WORDS = {
  no_key: {
    title: 'This page needs its key',
    text: 'Only the address that Switchyard printed when it started carries the key. Open that address in this tab.',
  },
  refused: {
    title: 'The key is not the right one',
    text: 'Switchyard makes a new key each time it starts. Open the address that it printed last.',
  },
} as const

/** The host does not know who this is; nothing about it is shown. */
export function KeyScreen({ phase }: { readonly phase: keyof typeof WORDS }) {
  const { title, text } = WORDS[phase]
  useTitle(title)
  return (
    <PlainScreen title={title}>
      <p>{text}</p>
      <p>
        It looks like <code>http://127.0.0.1:…/#key=…</code> and stands in the terminal in which Switchyard runs.
      </p>
    </PlainScreen>
  )
}
