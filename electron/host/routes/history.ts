import type { Context, implement, Router } from '@orpc/server'
import type { contract, Contract } from '../../../shared/contract/contract.ts'
import type { HistoryApi } from '../../history/types.ts'

/** Runs a task on the open directory. */
export type OnHistory = <T>(task: (session: { readonly history: HistoryApi }) => T | Promise<T>) => Promise<T>

/** The procedures of the history; paths are made absolute, and nothing else is decided here. */
export function historyRoutes(
  os: ReturnType<typeof implement<typeof contract>>,
  on: OnHistory,
  resolve: (path: string) => string,
): Router<Contract['history'], Context> {
  const routes = os.history
  return {
    watch: routes.watch.handler(({ signal }) => on(({ history }) => history.watch(signal))),
    page: routes.page.handler(({ input }) => on(({ history }) => history.page(input))),
    facets: routes.facets.handler(({ input }) => on(({ history }) => history.facets(input.filter))),
    run: routes.run.handler(({ input }) => on(({ history }) => history.run(input.runKey))),
    timeline: routes.timeline.handler(({ input }) => on(({ history }) => history.timeline(input))),
    charts: routes.charts.handler(({ input }) => on(({ history }) => history.charts(input))),
    findings: routes.findings.handler(() => on(({ history }) => history.findings())),
    import: routes.import.handler(({ input }) => on(({ history }) => history.import(input.paths.map(resolve)))),
    cancelImport: routes.cancelImport.handler(() => on(({ history }) => history.cancelImport())),
    follow: routes.follow.handler(({ input }) =>
      on(({ history }) => history.follow({ ...input, path: input.path === null ? null : resolve(input.path) })),
    ),
    unfollow: routes.unfollow.handler(({ input }) => on(({ history }) => history.unfollow(input.sourceId))),
    forget: routes.forget.handler(({ input }) => on(({ history }) => history.forget(input.sourceId))),
    exportRows: routes.exportRows.handler(({ input }) =>
      on(({ history }) => history.exportRows({ ...input, path: resolve(input.path) })),
    ),
    bundlePreview: routes.bundlePreview.handler(({ input }) => on(({ history }) => history.bundlePreview(input))),
    bundleSave: routes.bundleSave.handler(({ input }) =>
      on(({ history }) => history.bundleSave({ ...input, path: resolve(input.path) })),
    ),
    bundleOpen: routes.bundleOpen.handler(({ input }) => on(({ history }) => history.bundleOpen(resolve(input.path)))),
    bundleClose: routes.bundleClose.handler(() => on(({ history }) => history.bundleClose())),
    views: routes.views.handler(() => on(({ history }) => history.views())),
    saveView: routes.saveView.handler(({ input }) => on(({ history }) => history.saveView(input))),
    removeView: routes.removeView.handler(({ input }) => on(({ history }) => history.removeView(input.id))),
  }
}
