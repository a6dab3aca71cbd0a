import type { Destination } from '#contract/base/values.ts'
import type { ConversationEntry } from '#contract/navigation.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Change } from '../state/changes.ts'
import type { ReadCore } from '../core/read-core.ts'
import { previewText } from '../state/content/plain-text.ts'
import { freshnessOf } from '../state/messages/freshness.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { UserId } from '../values/ids.ts'
import { topicKey } from '../values/conversation.ts'
import { newestOf } from '../state/messages/newest.ts'
import { destinationOfKey, headingOf } from './headings.ts'
import type { PreferencesProjection } from './preferences.ts'
import type { UnreadProjection } from './unread.ts'

/** The number of recent messages whose senders count as participants. */
const recentMessages = 30
const participants = 5
const previewLength = clientLimits.previewText.most
/** The most cached entries, which is more than any list shows at once. */
const mostKnown = 2 * clientLimits.inboxRows.most

/** The part of an entry that comes from cached messages. */
interface Cached {
  /** The conversation, with the topic's spelling. */
  readonly narrow: Destination
  readonly last: MessageRow | undefined
  /** The recent senders, the latest first. */
  readonly writers: readonly UserId[]
}

/** Makes list entries of conversations, with their newest message and recent senders. */
export class ConversationEntries {
  readonly #core: ReadCore
  readonly #unread: UnreadProjection
  readonly #preferences: PreferencesProjection
  /** The results of an entry's several statements, kept while the conversation has no changes. */
  readonly #known = new Map<string, Cached>()

  constructor(core: ReadCore, unread: UnreadProjection, preferences: PreferencesProjection) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    core.onCommit('entries of conversations', (changes) => {
      for (const change of changes) this.#note(change)
    })
  }

  /** Drops the cached parts that a change may have affected. */
  #note(change: Change): void {
    switch (change.kind) {
      case 'message':
        if (change.conversation === '*') this.#known.clear()
        else this.#known.delete(change.conversation)
        return
      case 'moved':
      case 'epoch':
      case 'ranges_lost':
      case 'streams':
        this.#known.clear()
        return
      default:
        return
    }
  }

  /** The entries of conversations, in the given order. */
  of(conversations: readonly string[]): ConversationEntry[] {
    const isFresh = freshnessOf(this.#core)
    return conversations.map((conversation) => this.#entry(conversation, isFresh))
  }

  #entry(conversation: string, isFresh: (row: MessageRow) => boolean): ConversationEntry {
    const core = this.#core
    const { accountState } = core
    const [unread, preferences] = [this.#unread, this.#preferences]
    const { narrow, last, writers } = this.#cached(conversation)
    const people = narrow.kind === 'direct' ? narrow.userIds.map((id) => accountState.person(id)) : []
    const ids = unread.ids(conversation)
    const newest = newestOf(core, narrow, last, isFresh)
    return {
      key: conversation,
      kind: 'conversation',
      narrow,
      ...headingOf(core, narrow),
      people,
      unread: ids.length,
      mentions: unread.mentionsAmong(conversation, ids),
      isMuted: preferences.isHidden(conversation),
      policy: narrow.kind === 'topic' ? preferences.topicPolicy(narrow.streamId, topicKey(narrow.topic)) : 0,
      newestId: newest.id,
      last:
        last === undefined
          ? null
          : {
              id: last.id,
              timestamp: last.timestamp,
              sender: accountState.person(last.sender_id),
              text: [...previewText(last, accountState.person(last.sender_id).name)].slice(0, previewLength).join(''),
            },
      participants: writers.slice(0, participants).map((id) => accountState.person(id)),
      hasOwn: writers.includes(accountState.selfId),
      isStale: newest.isStale,
    }
  }

  #cached(conversation: string): Cached {
    const known = this.#known.get(conversation)
    if (known !== undefined) return known
    const core = this.#core
    const narrow = destinationOfKey(core, conversation)
    const { messages } = core.store
    const [last] = messages.before(narrow, Number.MAX_SAFE_INTEGER, 1)
    const cached = { narrow, last, writers: messages.sendersOf(narrow, recentMessages) }
    if (this.#known.size >= mostKnown) this.#known.clear()
    this.#known.set(conversation, cached)
    return cached
  }
}
