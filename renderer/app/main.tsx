import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startSession } from '../lib/state/host-session.ts'
import { Providers } from './providers.tsx'
import { createConsoleRouter } from './router.tsx'

const container = document.getElementById('root')
if (container === null) throw new Error('The page has no place for the console.')

// Before the router looks at the address: the key is taken out of it.
const stopSession = startSession()
const router = createConsoleRouter()

createRoot(container).render(
  <StrictMode>
    <Providers router={router} />
  </StrictMode>,
)

// The screens that are likely to be next; what they share is fetched once.
window.requestIdleCallback(() => {
  void router
    .preloadRoute({ to: '/accounts', search: {} })
    .then(() => window.requestIdleCallback(() => void router.preloadRoute({ to: '/decisions', search: {} })))
})

window.addEventListener('pagehide', (event) => {
  if (!event.persisted) stopSession()
})
