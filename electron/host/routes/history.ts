import type { Context, implement, Router } from '@orpc/server'
import type { contract, Contract } from '../../../shared/contract/contract.ts'
import type { HistoryApi, HistoryReader } from '../../history/index.ts'

type On<History> = <T>(task: (of: { readonly history: History }) => T | Promise<T>) => Promise<T>

export interface HistoryParts {
  /** Runs a task on whatever is open. */
  readonly look: On<HistoryReader>
  /** Runs a task on a history that can grow: that of a directory or of a log. */
  readonly edit: On<HistoryApi>
  /** Makes what a person typed an absolute path. */
  readonly resolve: (path: string) => string
}

/** The procedures of the history; paths are made absolute, and nothing else is decided here. */
export function historyRoutes(
  os: ReturnType<typeof implement<typeof contract>>,
  { look, edit, resolve }: HistoryParts,
): Router<Contract['history'], Context> {
  const routes = os.history
  return {
    watch: routes.watch.handler(({ signal }) => look(({ history }) => history.watch(signal))),
    page: routes.page.handler(({ input }) => look(({ history }) => history.page(input))),
    facets: routes.facets.handler(({ input }) => look(({ history }) => history.facets(input.filter))),
    run: routes.run.handler(({ input }) => look(({ history }) => history.run(input.runKey))),
    timeline: routes.timeline.handler(({ input }) => look(({ history }) => history.timeline(input))),
    charts: routes.charts.handler(({ input }) => look(({ history }) => history.charts(input))),
    findings: routes.findings.handler(() => look(({ history }) => history.findings())),
    import: routes.import.handler(({ input }) => edit(({ history }) => history.import(input.paths.map(resolve)))),
    cancelImport: routes.cancelImport.handler(() => edit(({ history }) => history.cancelImport())),
    follow: routes.follow.handler(({ input }) =>
      edit(({ history }) => history.follow({ ...input, path: input.path === null ? null : resolve(input.path) })),
    ),
    unfollow: routes.unfollow.handler(({ input }) => edit(({ history }) => history.unfollow(input.sourceId))),
    forget: routes.forget.handler(({ input }) => edit(({ history }) => history.forget(input.sourceId))),
    exportRows: routes.exportRows.handler(({ input }) =>
      look(({ history }) => history.exportRows({ ...input, path: resolve(input.path) })),
    ),
    bundlePreview: routes.bundlePreview.handler(({ input, signal }) =>
      edit(({ history }) => history.bundlePreview(input, signal)),
    ),
    bundleSave: routes.bundleSave.handler(({ input }) =>
      edit(({ history }) => history.bundleSave({ ...input, path: resolve(input.path) })),
    ),
    views: routes.views.handler(() => look(({ history }) => history.views())),
    saveView: routes.saveView.handler(({ input }) => edit(({ history }) => history.saveView(input))),
    removeView: routes.removeView.handler(({ input }) => edit(({ history }) => history.removeView(input.id))),
  }
}
