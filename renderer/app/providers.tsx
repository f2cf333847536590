import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { queryClient } from '../lib/state/host-session.ts'
import type { ConsoleRouter } from './router.tsx'

export function Providers({ router }: { readonly router: ConsoleRouter }) {
  return (
    <I18nProvider locale="en-GB">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  )
}
