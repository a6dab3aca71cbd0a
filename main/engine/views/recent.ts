import type { ConversationEntry, ConversationsMeta, RecentFilters } from '#contract/navigation.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { foldName, NameQuery } from '#shared/name-query.ts'
import type { Change } from '../state/changes.ts'
import { parseConversation, usersOfConversation } from '../values/conversation.ts'
import { touchesConversations, type ListParts } from './inbox.ts'
import type { View } from './view.ts'

const perStep = clientLimits.listStep.most

/** The view of known conversations that pass the filters, the one with the newest message first. */
export class RecentView implements View<'recent'> {
  readonly #parts: ListParts
  readonly #filters: RecentFilters | undefined
  readonly #query: NameQuery
  #shown = perStep

  constructor(parts: ListParts, filters: RecentFilters | undefined) {
    this.#parts = parts
    this.#filters = filters
    this.#query = new NameQuery(filters?.text ?? '', clientLimits.nameWords.most)
  }

  isAffected(change: Change): boolean {
    return touchesConversations(change)
  }

  compute(): { items: ConversationEntry[]; meta: ConversationsMeta } {
    const { unread } = this.#parts
    const places = this.#conversations()
    return {
      items: this.#parts.lists.entries.of(places.slice(0, this.#shown)),
      meta: { unread: unread.totals().unread, hasMore: places.length > this.#shown },
    }
  }

  /** Returns the conversations that are shown, and one more if there is one. */
  #conversations(): string[] {
    const { messages } = this.#parts.core.store
    const filters = this.#filters
    if (filters === undefined) return messages.recentConversations(this.#shown + 1)
    const passes = this.#filter(filters)
    const found: string[] = []
    for (const conversation of messages.recentConversations(clientLimits.recentSearched.most)) {
      if (passes(conversation)) found.push(conversation)
      if (found.length > this.#shown) break
    }
    return found
  }

  /** Returns the filter of one computation, which makes the cheapest tests first. */
  #filter({ isUnread, hasOwn, isFollowed, withMuted, only }: RecentFilters): (conversation: string) => boolean {
    const { core, unread, preferences } = this.#parts
    const unreadOnes = isUnread ? unread.conversations() : null
    const own = hasOwn
      ? core.store.messages.conversationsOf(core.accountState.selfId, clientLimits.ownSearched.most)
      : null
    return (conversation) => {
      const parsed = parseConversation(conversation)
      if (parsed === null || (only !== null && parsed.kind !== only)) return false
      if (own?.has(conversation) === false) return false
      if (unreadOnes !== null && (!unreadOnes.has(conversation) || unread.ids(conversation).length === 0)) return false
      if (isFollowed && !(parsed.kind === 'topic' && preferences.topicPolicy(parsed.streamId, parsed.topicKey) === 3))
        return false
      if (!withMuted && preferences.isHidden(conversation)) return false
      return this.#query.isEmpty || this.#query.matches(this.#foldedName(conversation))
    }
  }

  /** Returns the folded names of a topic and its stream, or of the people. */
  #foldedName(conversation: string): string {
    const { accountState } = this.#parts.core
    const parsed = parseConversation(conversation)
    if (parsed?.kind === 'topic') {
      const stream = accountState.streams.get(parsed.streamId)?.name ?? ''
      return foldName(`${accountState.topicName(parsed.topicKey)} ${stream}`)
    }
    const userIds = usersOfConversation(conversation)
    return foldName(
      (userIds.length === 0 ? [accountState.selfId] : userIds)
        .map((id) => accountState.person(id).name ?? '')
        .join(' '),
    )
  }

  /** Shows more older entries. */
  more(): void {
    this.#shown += perStep
    this.#parts.onDirty()
  }
}
