import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { PlainScreen } from './plain-screen.tsx'

/** A defect in the page itself. What it showed is unharmed. */
export function CrashScreen({ error }: ErrorComponentProps) {
  return (
    <PlainScreen title="This screen broke">
      <p>That is a defect in Switchyard, not in your directory; nothing was changed. Its message is:</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
      <p>
        <Button look="primary" onPress={() => window.location.reload()}>
          Load the page again
        </Button>
      </p>
    </PlainScreen>
  )
}
