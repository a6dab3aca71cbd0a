import type { NavigationItem, NavigationMeta } from '#contract/navigation.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import type { TopicListState } from '../sync/topic-lists.ts'
import type { StreamId, UserId } from '../values/ids.ts'
import { directConversation, parseConversation, usersOfConversation } from '../values/conversation.ts'
import { shownDrafts } from './drafts.ts'
import { scheduledCount } from './scheduled.ts'
import { starredCount } from '../actions/kinds/star.ts'
import { readNarrowProgress } from '../actions/kinds/read-narrow.ts'
import type { FailuresProjection } from '../projections/failures.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { PresenceProjection } from '../projections/presences.ts'
import type { UnreadProjection } from '../projections/unread.ts'
import { StreamEntries } from './stream-entries.ts'
import type { View } from './view.ts'
import { starred } from '../state/messages/starred.ts'
import { scheduled } from '../state/scheduled/scheduled.ts'
import { compareNames } from '../values/name-order.ts'

const directConversations = 40

/** The parts of which the navigation is made. */
interface NavigationParts {
  readonly core: ReadCore
  readonly unread: UnreadProjection
  readonly preferences: PreferencesProjection
  readonly failures: FailuresProjection
  readonly presences: PresenceProjection
  /** Returns the state of a stream's list of topics. */
  readonly topicList: (streamId: StreamId) => TopicListState
}

/** Changes of these kinds do not affect the navigation. */
const unseen: ReadonlySet<Change['kind']> = new Set([
  'ranges',
  'ranges_lost',
  'progress',
  'waiting',
  'groups',
  // A change of state is heard from the projection of presences.
  'presence',
  'typing',
  'notifications',
])

/** Returns the home of an account. Servers below level 454 name the recent conversations `recent_topics`. */
function homeOf(view: string): NonNullable<NavigationMeta['home']> {
  if (view === 'all_messages') return 'combined'
  return view === 'recent' || view === 'recent_topics' ? 'recent' : 'inbox'
}

/** Returns which streams show their counts, by the number of the setting (wire-protocol.md §2.15). */
function streamCountsOf(policy: number): NavigationMeta['streamCounts'] {
  if (policy === 3) return 'none'
  return policy === 1 ? 'all' : 'unmuted'
}

/** The view of streams with their topics, then of direct conversations, newest first. */
export class NavigationView implements View<'navigation'> {
  readonly #core: ReadCore
  readonly #unread: UnreadProjection
  readonly #preferences: PreferencesProjection
  readonly #failures: FailuresProjection
  readonly #presences: PresenceProjection
  readonly #entries: StreamEntries
  /** The people whose presence is shown. */
  #present: ReadonlySet<UserId> = new Set()

  constructor(parts: NavigationParts) {
    const { core, unread, preferences, failures, presences } = parts
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#failures = failures
    this.#presences = presences
    this.#entries = new StreamEntries(parts)
  }

  isAffected(change: Change): boolean {
    if (change.kind === 'part') return change.part === scheduled || change.part === starred
    return !unseen.has(change.kind)
  }

  /** Presences change all the time in a large organization, so that only those that are shown count. */
  showsPresenceOf(people: ReadonlySet<UserId>): boolean {
    return [...this.#present].some((id) => people.has(id))
  }

  compute(): { items: NavigationItem[]; meta: NavigationMeta } {
    const { accountState, store } = this.#core
    const streams = [...accountState.streams.values()]
      .filter((stream) => stream.is_subscribed === 1)
      .map((stream) => this.#preferences.stream(stream.id) ?? stream)
      .sort(
        (a, b) => b.is_pinned - a.is_pinned || a.is_muted - b.is_muted || compareNames(a.name, b.name) || a.id - b.id,
      )
    const totals = this.#unread.totals()
    return {
      items: [...streams.flatMap((stream) => this.#entries.of(stream)), ...this.#directItems()],
      meta: {
        organization: accountState.organization?.name ?? '',
        self: accountState.organization === undefined ? null : accountState.person(accountState.selfId),
        isReady: accountState.organization !== undefined,
        home: accountState.organization === undefined ? null : homeOf(this.#preferences.userSettings.web_home_view),
        unread: totals.unread,
        mentions: totals.flagged,
        failed: this.#failures.total,
        drafts: shownDrafts(store.drafts.all()).length,
        streamCounts: streamCountsOf(this.#preferences.userSettings.web_stream_unreads_count_display_policy),
        starred: this.#preferences.userSettings.starred_message_counts ? starredCount(this.#core) : 0,
        scheduled: scheduledCount(this.#core),
        marking: readNarrowProgress(store),
      },
    }
  }

  #directItems(): NavigationItem[] {
    const { accountState, store } = this.#core
    const known = store.messages.directs(directConversations).map((row) => directConversation(row.direct_key))
    // Conversations with unsent messages are always listed, even if they are old or empty.
    const failed = this.#failures
      .conversations()
      .filter((conversation) => parseConversation(conversation)?.kind === 'direct')
    const present = new Set<UserId>()
    const items = [...new Set([...known, ...failed])].map((conversation): NavigationItem => {
      const userIds = usersOfConversation(conversation)
      const [only, ...others] = userIds
      const presence = only === undefined || others.length > 0 ? null : this.#presences.stateOf(only)
      if (presence !== null && only !== undefined) present.add(only)
      const mutedIds = userIds.filter((id) => this.#preferences.isPersonMuted(id))
      return {
        key: conversation,
        kind: 'direct',
        userIds,
        people: (userIds.length === 0 ? [accountState.selfId] : userIds).map((id) => accountState.person(id)),
        presence,
        unread: this.#unread.ids(conversation).length,
        failed: this.#failures.of(conversation),
        isMuted: userIds.length > 0 && mutedIds.length === userIds.length,
        mutedIds,
      }
    })
    this.#present = present
    return items
  }
}
