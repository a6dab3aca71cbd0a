import type { NavigationItem, TopicItem } from '#contract/views/navigation.ts'
import type { StreamId } from '#shared/ids.ts'
import type { AccountCalls } from '../../bridge/account-calls.ts'
import type { LiveView, ViewClient } from '../../bridge/view-client.svelte.ts'

/** What follows the topics of a stream: a way to more or fewer of them, or why there are none. */
export type MoreTopicsState = 'more' | 'asking' | 'needs_server' | 'failed' | 'fewer'

export interface MoreTopicsParts {
  readonly views: ViewClient
  readonly calls: Pick<AccountCalls, 'askOf'>
  /** Whether the server of the shown account can be reached. */
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

  /** Another account has streams of its own; what is not `isOpen` any more is closed. */
  follow(accountId: string | null, isOpen: (streamId: StreamId) => boolean): void {
    const isOther = accountId !== this.#accountId
    this.#accountId = accountId
    for (const streamId of this.#open.keys()) if (isOther || !isOpen(streamId)) this.#close(streamId)
  }

  /** The items, with all topics of the streams that list more: the newest first, then older ones that must be seen. */
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

  /** What follows the topics of a stream; null for nothing. */
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

  /** Lists more topics of a stream, tries again, or lists the newest alone again. */
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
