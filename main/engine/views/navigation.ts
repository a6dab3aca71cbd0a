import type { NavigationItem, NavigationMeta } from '../../../preload/contract/views/navigation.ts'
import type { ReadCore } from '../read-core.ts'
import type { Change } from '../model/changes.ts'
import { directConversation, parseConversation, usersOfConversation } from '../values/conversation.ts'
import { shownDrafts } from './drafts.ts'
import { readNarrowProgress } from '../actions/kinds/read-narrow.ts'
import type { ShownFailures } from './shown/shown-failures.ts'
import type { ShownPreferences } from './shown/shown-preferences.ts'
import type { ShownUnread } from './shown/shown-unread.ts'
import { StreamEntries } from './shown/stream-entries.ts'
import type { View } from './view.ts'
import { scheduled } from '../model/scheduled/scheduled.ts'

const directConversations = 40
const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

/** Changes that do not affect the navigation. */
const unseen: ReadonlySet<Change['kind']> = new Set([
  'ranges',
  'ranges_lost',
  'progress',
  'waiting',
  'groups',
  'presence',
  'typing',
])

/** Streams with their topics, then direct conversations, newest first. */
export class NavigationView implements View<'navigation'> {
  readonly #core: ReadCore
  readonly #unread: ShownUnread
  readonly #preferences: ShownPreferences
  readonly #failures: ShownFailures
  readonly #entries: StreamEntries

  constructor(core: ReadCore, unread: ShownUnread, preferences: ShownPreferences, failures: ShownFailures) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#failures = failures
    this.#entries = new StreamEntries(core, unread, preferences, failures)
  }

  isAffected(change: Change): boolean {
    return change.kind === 'part' ? change.part === scheduled : !unseen.has(change.kind)
  }

  compute(): { items: NavigationItem[]; meta: NavigationMeta } {
    const { world, store } = this.#core
    const streams = [...world.streams.values()]
      .filter((stream) => stream.is_subscribed === 1)
      .map((stream) => this.#preferences.stream(stream.id) ?? stream)
      .sort(
        (a, b) => b.is_pinned - a.is_pinned || a.is_muted - b.is_muted || byName.compare(a.name, b.name) || a.id - b.id,
      )
    const totals = this.#unread.totals()
    return {
      items: [...streams.flatMap((stream) => this.#entries.of(stream)), ...this.#directItems()],
      meta: {
        organization: world.organization?.name ?? '',
        self: world.organization === undefined ? null : world.person(world.selfId),
        isReady: world.organization !== undefined,
        unread: totals.unread,
        mentions: totals.mentions,
        unsent: store.outbox.countOfKind('send'),
        failed: this.#failures.total,
        drafts: shownDrafts(store.drafts.all()).length,
        scheduled: world.of(scheduled).length + store.outbox.countOfKind('schedule'),
        marking: readNarrowProgress(store),
      },
    }
  }

  #directItems(): NavigationItem[] {
    const { world, store } = this.#core
    const known = store.messages.directs(directConversations).map((row) => directConversation(row.direct_key))
    // Conversations with unsent messages are always listed, however old or empty they are.
    const failed = this.#failures
      .conversations()
      .filter((conversation) => parseConversation(conversation)?.kind === 'direct')
    return [...new Set([...known, ...failed])].map((conversation): NavigationItem => {
      const userIds = usersOfConversation(conversation)
      const mutedIds = userIds.filter((id) => this.#preferences.isPersonMuted(id))
      return {
        key: conversation,
        kind: 'direct',
        userIds,
        people: (userIds.length === 0 ? [world.selfId] : userIds).map((id) => world.person(id)),
        unread: this.#unread.ids(conversation).length,
        failed: this.#failures.of(conversation),
        isMuted: userIds.length > 0 && mutedIds.length === userIds.length,
        mutedIds,
      }
    })
  }
}
