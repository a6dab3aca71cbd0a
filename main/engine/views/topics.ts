import type { TopicItem } from '#contract/navigation.ts'
import type { TopicsMeta } from '#contract/streams.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Change } from '../state/changes.ts'
import type { TopicListState } from '../sync/topic-lists.ts'
import type { StreamId } from '../values/ids.ts'
import { touchesConversations } from './inbox.ts'
import { StreamEntries, type StreamEntriesParts } from './stream-entries.ts'
import type { View } from './view.ts'

const perStep = clientLimits.listStep.most

/** The view of all known topics of a stream, a step at a time. Opening it requests the server's list. */
export class TopicsView implements View<'topics'> {
  readonly #parts: StreamEntriesParts & { readonly onDirty: () => void }
  readonly #entries: StreamEntries
  readonly #streamId: StreamId
  #shown = perStep
  /** The state of which the last list was made, and that list. */
  #basis = ''
  #last: { items: TopicItem[]; meta: TopicsMeta } | null = null

  constructor(parts: StreamEntriesParts & { readonly onDirty: () => void }, streamId: StreamId) {
    this.#parts = parts
    this.#entries = new StreamEntries(parts)
    this.#streamId = streamId
  }

  isAffected(change: Change): boolean {
    return change.kind === 'topics' ? change.streamId === this.#streamId : touchesConversations(change)
  }

  compute(): { items: TopicItem[]; meta: TopicsMeta } {
    const { core, unread, preferences, failures, topicList } = this.#parts
    const state = topicList(this.#streamId)
    const versions = [
      core.store.messages.topicsRevision(this.#streamId),
      unread.revisionOf(this.#streamId),
      preferences.revision,
      failures.revision,
    ]
    // Most messages are in other streams and do not change this list.
    const basis = [...versions, state, this.#shown, core.capabilities.followTopics, core.accountState.epoch].join(' ')
    if (basis !== this.#basis || this.#last === null) this.#last = this.#list(state)
    this.#basis = basis
    return this.#last
  }

  #list(state: TopicListState): { items: TopicItem[]; meta: TopicsMeta } {
    const topics = this.#entries.topicsOf(this.#streamId, this.#shown)
    return {
      items: topics.slice(0, this.#shown),
      meta: { list: state === 'unasked' ? 'awaited' : state, hasMore: topics.length > this.#shown },
    }
  }

  /** Shows more older topics. */
  more(): void {
    this.#shown += perStep
    this.#parts.onDirty()
  }
}
