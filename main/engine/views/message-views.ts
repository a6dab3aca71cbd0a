import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { ConversationView } from './conversation.ts'
import { FeedView } from './feed.ts'
import { isRefreshable, type RefreshableView, type View, type ViewHost } from './view-host.ts'

/** Queries of the engine to all open views that show messages. */
export class MessageViews {
  readonly #core: Core
  readonly #host: ViewHost

  constructor(core: Core, host: ViewHost) {
    this.#core = core
    this.#host = host
  }

  /** The lowest message id of all views; infinite without messages. */
  lowestShown(): number {
    return Math.min(
      ...this.#host
        .views()
        .filter(isMessageView)
        .map((view) => view.lowestShown()),
    )
  }

  /** Whether a view shows the newest messages of a conversation. */
  showEndOf(conversation: Parameters<ConversationView['showsEndOf']>[0]): boolean {
    return this.#host.views().some((view) => view instanceof ConversationView && view.showsEndOf(conversation))
  }

  /** The ids that a view shows between two rows. A conversation fetches missing messages itself and has none here. */
  shownBetween(viewId: string, first: number, last: number): ReturnType<ViewHost['shownBetween']> {
    return this.#host.get(viewId) instanceof ConversationView ? [] : this.#host.shownBetween(viewId, first, last)
  }

  /** Makes every view fetch what it lacks. */
  async refresh(): Promise<void> {
    const views: RefreshableView[] = this.#host.views().filter(isRefreshable)
    await Promise.all(views.map((view) => view.refresh()))
  }

  /** Containers lost their completeness: the views that show them fetch again at once (M13, M19). */
  refreshLost(changes: readonly Change[]): void {
    const lost = changes.filter((change) => change.kind === 'ranges_lost')
    if (lost.length === 0) return
    for (const view of this.#host.affectedBy(lost).filter(isMessageView)) {
      this.#core.apart('a view', view.refresh())
    }
  }
}

function isMessageView(view: View): view is ConversationView | FeedView {
  return view instanceof ConversationView || view instanceof FeedView
}
