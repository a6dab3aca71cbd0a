import type { Route } from '../../state/routes/routes.ts'
import type { Known } from '#contract/accounts.ts'
import type { LiveView, ViewClient } from '../../bridge/view-client.svelte.ts'
import type { ScreenPorts, ScreenState, ScreenVisit } from '../../state/routes/screen-state.ts'

/** The progress of fetching missed messages, in streams; the direct messages count as one. */
export interface Fetched {
  readonly done: number
  readonly total: number
}

/** The screen without a chosen route, which shows the progress of the first fetch. */
export class StartScreen implements ScreenState {
  readonly route: Route = { kind: 'start' }
  readonly isDrawable = true
  readonly #views: Pick<ViewClient, 'open' | 'close'>
  readonly #connection: LiveView<'connection'>

  constructor({ accountId }: Pick<ScreenVisit, 'accountId'>, { views }: Pick<ScreenPorts, 'views'>) {
    this.#views = views
    this.#connection = views.open<'connection'>(accountId, { type: 'connection' })
  }

  /** The progress; null while nothing is fetched, or before the total is known. */
  get fetched(): Fetched | null {
    for (const item of this.#connection.items) {
      if (item.kind === 'waiting_work' && item.work.kind === 'missed' && item.work.total > 0) return item.work
    }
    return null
  }

  /**
   * The numbers of loaded people, streams and unread messages, until the first registration is stored and while
   * messages are fetched; null after that.
   */
  get known(): Known | null {
    const { meta } = this.#connection
    return meta === null || (meta.isRegistered && this.fetched === null) ? null : meta.known
  }

  position(): null {
    return null
  }

  close(): void {
    this.#views.close(this.#connection)
  }
}
