import type { NavigationItem, NavigationMeta } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { usersOfConversation } from '../model/conversation.ts'
import type { StreamRow } from '../store/directory.ts'
import { shownDrafts } from './drafts.ts'
import { readNarrowPayload } from '../outbox/payload.ts'
import type { OutboxRow } from '../store/outbox.ts'
import type { ShownPreferences } from './shown-preferences.ts'
import type { ShownUnread } from './shown-unread.ts'
import type { View } from './view-host.ts'

/** Topics listed below a stream: every one with unread messages up to the first number, filled up with recent ones. */
const unreadTopics = 20
const recentTopics = 6
const directConversations = 40
/** A stream that was silent for so long is an inactive one. */
const activeSeconds = 30 * 86_400

/** Streams with their topics, then direct conversations, newest first. */
/** What the navigation does not show. */
const unseen: ReadonlySet<Change['kind']> = new Set([
  'ranges',
  'ranges_lost',
  'progress',
  'groups',
  'statuses',
  'presence',
  'typing',
])

export class NavigationView implements View {
  readonly #core: Core
  readonly #unread: ShownUnread
  readonly #preferences: ShownPreferences

  constructor(core: Core, unread: ShownUnread, preferences: ShownPreferences) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
  }

  isAffected(change: Change): boolean {
    return !unseen.has(change.kind)
  }

  compute(): { items: NavigationItem[]; meta: NavigationMeta } {
    const { world, store } = this.#core
    const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
    const streams = [...world.streams.values()]
      .filter((stream) => stream.is_subscribed === 1)
      .map((stream) => this.#preferences.stream(stream.id) ?? stream)
      .sort(
        (a, b) => b.is_pinned - a.is_pinned || a.is_muted - b.is_muted || byName.compare(a.name, b.name) || a.id - b.id,
      )
    const totals = this.#unread.totals()
    return {
      items: [...streams.flatMap((stream) => this.#streamItems(stream)), ...this.#directItems()],
      meta: {
        organization: world.organization?.name ?? '',
        self: world.organization === undefined ? null : world.person(world.selfId),
        isReady: world.organization !== undefined,
        unread: totals.unread,
        mentions: totals.mentions,
        unsent: store.outbox.ofKind('send').length,
        drafts: shownDrafts(store.drafts.all()).length,
        scheduled: world.scheduled.length + store.outbox.ofKind('schedule').length,
        marking: marking(store.outbox.ofKind('read_narrow').at(-1)),
      },
    }
  }

  #streamItems(stream: StreamRow): NavigationItem[] {
    const { world, store } = this.#core
    const topics = store.messages.topics(stream.id).map((topic) => {
      const ids = this.#unread.ids(`topic:${stream.id}:${topic.topic_key}`)
      return { ...topic, unread: ids.length, mentions: ids.filter((id) => world.unread.isMention(id)).length }
    })
    const withUnread = topics.filter((topic) => topic.unread > 0).slice(0, unreadTopics)
    const shown = new Set([...withUnread, ...topics.slice(0, Math.max(0, recentTopics - withUnread.length))])
    const isMuted = stream.is_muted === 1
    // A muted topic counts for nothing, wherever it is.
    const counted = topics.filter((topic) => isMuted || !this.#preferences.isTopicHidden(stream.id, topic.topic_key))
    const total = (kind: 'unread' | 'mentions') => counted.reduce((sum, topic) => sum + topic[kind], 0)
    return [
      {
        key: `stream:${stream.id}`,
        kind: 'stream',
        streamId: stream.id,
        name: stream.name,
        color: stream.color,
        isMuted,
        isPinned: stream.is_pinned === 1,
        isPrivate: stream.is_private === 1,
        folder: stream.is_pinned === 1 ? 'pinned' : this.#isActive(stream, topics) ? 'active' : 'inactive',
        unread: total('unread'),
        mentions: total('mentions'),
      },
      ...topics
        .filter((topic) => shown.has(topic))
        .map((topic): NavigationItem => ({
          key: `topic:${stream.id}:${topic.topic_key}`,
          kind: 'topic',
          streamId: stream.id,
          topic: topic.name,
          unread: topic.unread,
          mentions: topic.mentions,
          isMuted: this.#preferences.isTopicHidden(stream.id, topic.topic_key),
          policy: this.#preferences.topicPolicy(stream.id, topic.topic_key),
          canFollow: this.#core.capabilities.followTopics,
        })),
    ]
  }

  /** Something was written in the last month, or is unread; of what is not here the server's estimate tells. */
  #isActive(stream: StreamRow, topics: readonly { readonly max_id: number; readonly unread: number }[]): boolean {
    const { world, store, ports } = this.#core
    const [latest] = topics
    if (latest === undefined) return (stream.weekly_traffic ?? 1) > 0
    if (topics.some((topic) => topic.unread > 0)) return true
    const newest = store.messages.get(latest.max_id)
    return newest === undefined || world.serverSeconds(ports.clock.now()) - newest.timestamp < activeSeconds
  }

  #directItems(): NavigationItem[] {
    const { world, store } = this.#core
    return store.messages.directs(directConversations).map((row): NavigationItem => {
      const conversation = `direct:${row.direct_key}`
      const userIds = usersOfConversation(conversation)
      const mutedIds = userIds.filter((id) => this.#preferences.isPersonMuted(id))
      return {
        key: conversation,
        kind: 'direct',
        userIds,
        people: (userIds.length === 0 ? [world.selfId] : userIds).map((id) => world.person(id)),
        unread: this.#unread.ids(conversation).length,
        isMuted: userIds.length > 0 && mutedIds.length === userIds.length,
        mutedIds,
      }
    })
  }
}

function marking(row: OutboxRow | undefined): NavigationMeta['marking'] {
  if (row === undefined || row.state === 'acknowledged') return null
  const { done, total } = readNarrowPayload(row)
  return { localId: row.local_id, done: Math.min(done, total), total }
}
