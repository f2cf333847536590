import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  retainSearchParams,
} from '@tanstack/react-router'
import { accountsSearch, type AccountsSearch } from './accounts-search.ts'
import { CrashScreen } from './screens/crash-screen.tsx'
import { AccountsRoute } from './accounts-route.tsx'
import { DirectoryRoute } from './directory-route.tsx'
import { HomeRoute } from './home-route.tsx'
import { ProblemsRoute } from './problems-route.tsx'
import { Root } from './root.tsx'

export interface ConsoleSearch {
  /** The agent that is shown; absent: the default one. */
  readonly agent?: string | undefined
}

const rootRoute = createRootRoute({
  component: Root,
  errorComponent: CrashScreen,
  notFoundComponent: () => <Navigate to="/" replace />,
  validateSearch: (search: Record<string, unknown>): ConsoleSearch =>
    typeof search['agent'] === 'string' ? { agent: search['agent'] } : {},
  search: { middlewares: [retainSearchParams<ConsoleSearch>(['agent'])] },
})

const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomeRoute })

const accountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts',
  component: AccountsRoute,
  validateSearch: (search: Record<string, unknown>): AccountsSearch => accountsSearch(search),
})

const problemsRoute = createRoute({ getParentRoute: () => rootRoute, path: '/problems', component: ProblemsRoute })
const directoryRoute = createRoute({ getParentRoute: () => rootRoute, path: '/directory', component: DirectoryRoute })

const routeTree = rootRoute.addChildren([homeRoute, accountsRoute, problemsRoute, directoryRoute])

export function createConsoleRouter() {
  return createRouter({ routeTree, history: createBrowserHistory(), scrollRestoration: true })
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter
  }
}
