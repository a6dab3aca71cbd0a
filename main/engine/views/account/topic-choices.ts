import type { TopicChoiceItem, TopicChoicesMeta } from '#contract/people/own-account.ts'
import type { QueryOf } from '#contract/views.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { foldName, NameQuery } from '#shared/name-query.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { destinationOfKey } from '../../projections/headings.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'
import type { Change } from '../../state/changes.ts'
import { topicConversation } from '../../values/conversation.ts'
import type { StreamId } from '../../values/ids.ts'
import type { View } from '../view.ts'
import { compareNames } from '../../values/name-order.ts'

const policies = { muted: 1, followed: 3 } as const

/** The view of the muted or followed topics, with the pending choices applied. */
export class TopicChoicesView implements View<'topic_choices'> {
  readonly #core: ReadCore
  readonly #preferences: PreferencesProjection
  readonly #policy: number
  readonly #query: NameQuery

  constructor(core: ReadCore, preferences: PreferencesProjection, { policy, text }: QueryOf<'topic_choices'>) {
    this.#core = core
    this.#preferences = preferences
    this.#policy = policies[policy]
    this.#query = new NameQuery(text, clientLimits.nameWords.most)
  }

  isAffected(change: Change): boolean {
    if (change.kind === 'outbox') return this.#preferences.isOfChoices(change.queueKey)
    return ['preferences', 'streams', 'organization', 'epoch', 'moved'].includes(change.kind)
  }

  compute(): { items: TopicChoiceItem[]; meta: TopicChoicesMeta } {
    const { accountState, capabilities } = this.#core
    const all = this.#preferences.topicsOfPolicy(this.#policy)
    const ranks = this.#streamRanks(all)
    const found = all
      .map(({ streamId, topic: key }) => ({ streamId, key, stream: accountState.streams.get(streamId) }))
      .filter(({ key, stream }) => this.#query.isEmpty || this.#query.matches(foldName(`${stream?.name ?? ''} ${key}`)))
      .sort((a, b) => (ranks.get(a.streamId) ?? 0) - (ranks.get(b.streamId) ?? 0) || (a.key < b.key ? -1 : 1))
    return {
      items: found.slice(0, clientLimits.topicChoices.most).map(({ streamId, key, stream }) => {
        const conversation = topicConversation(streamId, key)
        const destination = destinationOfKey(this.#core, conversation)
        const topic = destination.kind === 'topic' ? destination.topic : key
        return {
          key: conversation,
          kind: 'topic_choice',
          streamId,
          topic,
          name: accountState.topicName(topic),
          streamName: stream?.name ?? null,
          streamColor: stream?.color ?? null,
        }
      }),
      meta: { total: all.length, found: found.length, canFollow: capabilities.followTopics },
    }
  }

  /** Returns the positions of the streams by name: comparing names of a language is slow for many topics. */
  #streamRanks(topics: readonly { readonly streamId: StreamId }[]): ReadonlyMap<StreamId, number> {
    const { streams } = this.#core.accountState
    const ids = [...new Set(topics.map(({ streamId }) => streamId))]
    const nameOf = (id: StreamId) => streams.get(id)?.name ?? ''
    return new Map(ids.sort((a, b) => compareNames(nameOf(a), nameOf(b))).map((id, rank) => [id, rank]))
  }
}
