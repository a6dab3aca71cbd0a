import type { OpenedView, ViewQuery } from '#contract/views.ts'
import { createView, type ViewParts } from './create-view.ts'
import { isRefreshable, type View } from './view.ts'
import type { ViewHost } from './hosting/view-host.ts'

/** The parts of the engine that opening a view needs. */
export interface OpenViewParts extends Omit<ViewParts, 'onDirty'> {
  /** It is called when the view is open and has not sent a request yet. */
  readonly onOpened: (query: ViewQuery) => void
}

/** Opens a view for the page of a window. Its first state comes from disk, then it fetches missing data. */
export function openView(host: ViewHost, parts: OpenViewParts, viewId: string, query: ViewQuery): OpenedView {
  const onDirty = () => {
    host.invalidate((candidate) => candidate === view)
  }
  const view: View = createView({ ...parts, onDirty }, query)
  const opened = host.open(viewId, view)
  parts.onOpened(query)
  if (isRefreshable(view)) parts.core.runInBackground('a view', view.refresh())
  return opened
}
