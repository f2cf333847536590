import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  retainSearchParams,
} from '@tanstack/react-router'
import { historySearch, type HistorySearch } from '../lib/history/history-search.ts'
import { accountsSearch, type AccountsSearch } from './accounts-search.ts'
import { CrashScreen } from './screens/crash-screen.tsx'
import { HomeRoute } from './home-route.tsx'
import { Root } from './root.tsx'
import { runSearch, type RunSearch } from './run-search.ts'
import { timelineSearch, type TimelineSearch } from './timeline-search.ts'

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

/** Home comes with the page; every other screen is fetched when it is needed, and beforehand when the page is idle. */
const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomeRoute })

const accountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts',
  component: lazyRouteComponent(() => import('./accounts-route.tsx'), 'AccountsRoute'),
  validateSearch: (search: Record<string, unknown>): AccountsSearch => accountsSearch(search),
})

const problemsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/problems',
  component: lazyRouteComponent(() => import('./problems-route.tsx'), 'ProblemsRoute'),
})

const directoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/directory',
  component: lazyRouteComponent(() => import('./directory-route.tsx'), 'DirectoryRoute'),
})

const decisionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/decisions',
  component: lazyRouteComponent(() => import('./decisions-route.tsx'), 'DecisionsRoute'),
  validateSearch: (search: Record<string, unknown>): HistorySearch => historySearch(search),
})

const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/run',
  component: lazyRouteComponent(() => import('./run-route.tsx'), 'RunRoute'),
  validateSearch: (search: Record<string, unknown>): RunSearch => runSearch(search),
})

const timelineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/timeline',
  component: lazyRouteComponent(() => import('./timeline-route.tsx'), 'TimelineRoute'),
  validateSearch: (search: Record<string, unknown>): TimelineSearch => timelineSearch(search),
})

const chartsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/charts',
  component: lazyRouteComponent(() => import('./charts-route.tsx'), 'ChartsRoute'),
  validateSearch: (search: Record<string, unknown>): HistorySearch => historySearch(search),
})

const findingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/findings',
  component: lazyRouteComponent(() => import('./findings-route.tsx'), 'FindingsRoute'),
})

const bundleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bundle',
  component: lazyRouteComponent(() => import('./bundle-route.tsx'), 'BundleRoute'),
})

const routeTree = rootRoute.addChildren([
  homeRoute,
  accountsRoute,
  problemsRoute,
  directoryRoute,
  decisionsRoute,
  runRoute,
  timelineRoute,
  chartsRoute,
  findingsRoute,
  bundleRoute,
])

export function createConsoleRouter() {
  return createRouter({ routeTree, history: createBrowserHistory(), scrollRestoration: true, defaultPreload: 'intent' })
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter
  }
}
