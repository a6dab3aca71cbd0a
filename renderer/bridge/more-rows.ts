import type { Bridge } from '#contract/bridge.ts'
import type { LiveView } from './view-client.svelte.ts'

/** The number of rows before the end at which more are requested. */
const nearEnd = 20

/** Requests the next rows of a list that grows in steps, once for each of its lengths. */
export class MoreRows {
  readonly #bridge: Bridge
  #askedFor = ''

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /**
   * Requests more rows if an index is near the end.
   * @param length the number of rows, which may exceed the view's items because of headings and read rows
   */
  async reach(
    view: LiveView<
      'groups' | 'inbox' | 'notification_log' | 'people' | 'recent' | 'search' | 'storage' | 'streams' | 'uploads'
    >,
    index: number,
    length = view.items.length,
  ): Promise<void> {
    const { accountId, items, meta, viewId, engineEpoch } = view
    if (meta?.hasMore !== true || index < length - nearEnd) return
    // A reopened view starts with fewer rows.
    const state = `${viewId} ${engineEpoch} ${items.length}`
    if (this.#askedFor === state) return
    this.#askedFor = state
    await this.#bridge.call('views.more', { accountId, viewId, direction: 'older' })
  }
}
