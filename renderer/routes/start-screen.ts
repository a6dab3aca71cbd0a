import type { Route } from '../app/routes.ts'
import type { Known } from '#contract/views/connection.ts'
import type { LiveView, ViewClient } from '../bridge/view-client.svelte.ts'
import type { ScreenPorts, ScreenState, ScreenVisit } from './screen-state.ts'

/** How much of what was missed is here: so many of the streams, and the direct messages. */
export interface Fetched {
  readonly done: number
  readonly total: number
}

/** Nothing is chosen yet: the screen says how far the first fetch is. */
export class StartScreen implements ScreenState {
  readonly route: Route = { kind: 'start' }
  readonly isDrawable = true
  readonly #views: Pick<ViewClient, 'open' | 'close'>
  readonly #connection: LiveView<'connection'>

  constructor({ accountId }: Pick<ScreenVisit, 'accountId'>, { views }: Pick<ScreenPorts, 'views'>) {
    this.#views = views
    this.#connection = views.open<'connection'>(accountId, { type: 'connection' })
  }

  /** Null while nothing is fetched, or as long as it is not known how much there is. */
  get fetched(): Fetched | null {
    for (const item of this.#connection.items) {
      if (item.kind === 'waiting_work' && item.work.kind === 'missed' && item.work.total > 0) return item.work
    }
    return null
  }

  /** What is here already, as long as the first registration is stored or messages are fetched; null after that. */
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
