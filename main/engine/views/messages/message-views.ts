import type { ReadCore } from '../../core/read-core.ts'
import type { Service } from '../../core/service.ts'
import type { Change } from '../../state/changes.ts'
import { ConversationView } from '../conversation.ts'
import { MessageListView } from './message-list-view.ts'
import { isRefreshable, type RefreshableView, type View } from '../view.ts'
import type { MessageItemRef } from '../../sync/revalidation/row-revalidator.ts'
import type { WindowViews } from '../hosting/window-views.ts'

/** Queries of the engine to the open views of all windows that show messages. */
export class MessageViews implements Service {
  readonly #core: ReadCore
  readonly #windows: WindowViews

  constructor(core: ReadCore, windows: WindowViews) {
    this.#core = core
    this.#windows = windows
  }

  /** Returns the lowest message id of all views; infinite if they show none. */
  lowestShown(): number {
    return Math.min(
      ...this.#windows
        .views()
        .filter(isMessageList)
        .map((view) => view.lowestShown()),
    )
  }

  /** Returns whether a view shows the newest messages of a conversation. */
  showEndOf(conversation: Parameters<ConversationView['showsEndOf']>[0]): boolean {
    return this.#windows.views().some((view) => view instanceof ConversationView && view.showsEndOf(conversation))
  }

  /**
   * Returns the items that a view shows between two messages. A conversation fetches missing messages itself and has
   * none here.
   */
  shownBetween(view: View, first: number, last: number): MessageItemRef[] {
    return view instanceof ConversationView ? [] : this.#windows.shownBetween(view, first, last)
  }

  /** Makes every view fetch its missing data. */
  async refresh(): Promise<void> {
    const views: RefreshableView[] = this.#windows.views().filter(isRefreshable)
    await Promise.all(views.map((view) => view.refresh()))
  }

  /** Makes the views fetch again at once that show containers which are no longer complete (M13, M19). */
  onCommit(changes: readonly Change[]): void {
    const lost = changes.filter((change) => change.kind === 'ranges_lost')
    if (lost.length === 0) return
    for (const view of this.#windows.affectedBy(lost).filter(isMessageList)) {
      this.#core.runInBackground('a view', view.refresh())
    }
  }
}

function isMessageList(view: View): view is View & MessageListView<unknown, unknown> {
  return view instanceof MessageListView
}
