import type { NavigationItem, TopicItem } from '#contract/navigation.ts'
import type { StreamId } from '#shared/ids.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import type { LiveView, ViewClient } from '#renderer/bridge/view-client.svelte.ts'

/** The state of the row after a stream's topics. */
export type MoreTopicsState = 'more' | 'asking' | 'needs_server' | 'failed' | 'fewer'

/** The parts of the page that the lists of topics use. */
export interface MoreTopicsParts {
  readonly views: ViewClient
  readonly calls: Pick<AccountCalls, 'askOf'>
  /** Whether the server of the shown account is reachable. */
  readonly isReachable: () => boolean
}

/** The streams of the shown account whose topics are listed beyond the newest ones. */
export class MoreTopics {
  readonly #parts: MoreTopicsParts
  #accountId: string | null = null
  #open = $state.raw<ReadonlyMap<StreamId, LiveView<'topics'>>>(new Map())

  constructor(parts: MoreTopicsParts) {
    this.#parts = parts
  }

  /** Closes the lists of another account's streams, and of streams that are no longer `isOpen`. */
  follow(accountId: string | null, isOpen: (streamId: StreamId) => boolean): void {
    const isOther = accountId !== this.#accountId
    this.#accountId = accountId
    for (const streamId of this.#open.keys()) if (isOther || !isOpen(streamId)) this.#close(streamId)
  }

  /**
   * Returns the items with all loaded topics of the streams that list more: the newest first, then older ones that must
   * be visible.
   */
  withTopics(items: readonly NavigationItem[]): readonly NavigationItem[] {
    if (this.#open.size === 0) return items
    const listed = new Set([...this.#open.values()].flatMap((view) => view.items.map(({ key }) => key)))
    return items.flatMap((item): readonly NavigationItem[] => {
      if (item.kind === 'topic' && listed.has(item.key)) return []
      return item.kind === 'stream' ? [item, ...this.#topicsOf(item.streamId)] : [item]
    })
  }

  #topicsOf(streamId: StreamId): readonly TopicItem[] {
    return this.#open.get(streamId)?.items ?? []
  }

  /** Returns the state of the row after a stream's topics; null for no row. */
  stateOf({ streamId, hasMoreTopics }: Extract<NavigationItem, { kind: 'stream' }>): MoreTopicsState | null {
    const view = this.#open.get(streamId)
    if (view === undefined) return hasMoreTopics ? 'more' : null
    const { meta, failure } = view
    if (failure !== null) return 'failed'
    if (meta?.hasMore === true) return 'more'
    if (meta?.list === 'failed') return 'failed'
    if (meta?.list === 'stored') return 'fewer'
    return this.#parts.isReachable() ? 'asking' : 'needs_server'
  }

  /** Lists more topics of a stream, tries again, or lists only the newest again. */
  act(stream: Extract<NavigationItem, { kind: 'stream' }>): void {
    const { streamId } = stream
    const view = this.#open.get(streamId)
    switch (this.stateOf(stream)) {
      case 'more':
        if (view === undefined) this.#show(streamId)
        else void this.#parts.calls.askOf(view.accountId, 'views.more', { viewId: view.viewId, direction: 'older' })
        return
      case 'failed':
        this.#close(streamId)
        this.#show(streamId)
        return
      case 'fewer':
        this.#close(streamId)
        return
      case 'asking':
      case 'needs_server':
      case null:
    }
  }

  #show(streamId: StreamId): void {
    if (this.#accountId === null) return
    const view = this.#parts.views.open(this.#accountId, { type: 'topics', streamId })
    this.#open = new Map([...this.#open, [streamId, view]])
  }

  #close(streamId: StreamId): void {
    const view = this.#open.get(streamId)
    if (view !== undefined) this.#parts.views.close(view)
    this.#open = new Map([...this.#open].filter(([id]) => id !== streamId))
  }

  close(): void {
    for (const streamId of this.#open.keys()) this.#close(streamId)
  }
}
