import type { QueryOf, ViewKind, OpenedView, ViewQuery } from '#contract/views.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { WaitReasons } from '../projections/wait-reason.ts'
import type { Fetcher } from '../sync/fetcher.ts'
import type { RequestBudget } from '../sync/revalidation/request-budget.ts'
import type { TopicListState } from '../sync/topic-lists.ts'
import type { StreamId } from '../values/ids.ts'
import type { SubscriberCounts } from '../streams/subscriber-counts.ts'
import type { SubscriberLists } from '../streams/subscriber-lists.ts'
import { AlertWordsView } from './alert-words.ts'
import { ConnectionView, type ConnectionSources } from './connection.ts'
import { ConversationView, type ConversationPorts } from './conversation.ts'
import { DraftsView } from './drafts.ts'
import { FeedView } from './feed.ts'
import { GroupView } from './groups/group.ts'
import { GroupsView } from './groups/groups.ts'
import { InboxView } from './inbox.ts'
import { NavigationView } from './navigation.ts'
import { CustomEmojiListView } from './organization/custom-emoji-list.ts'
import { DomainsView, LinkifiersView, PlaygroundsView } from './organization/lists.ts'
import { OrganizationView } from './organization/organization.ts'
import { OutboxView } from './outbox.ts'
import { OwnAccountView } from './account/own-account.ts'
import { TopicChoicesView } from './account/topic-choices.ts'
import { ManagedPersonView } from './people/managed-person.ts'
import { MutedPeopleView } from './people/muted-people.ts'
import { UserSettingsView } from './account/user-settings.ts'
import { NotificationLogView } from './account/notification-log.ts'
import { StorageView, type StoragePorts } from './account/storage.ts'
import { PeopleView } from './people/people.ts'
import { PersonView, type PersonParts } from './people/person.ts'
import { RightsView } from './people/rights.ts'
import { ReadersView } from './readers/readers.ts'
import { RecentView } from './recent.ts'
import { ScheduledView } from './scheduled.ts'
import type { ProfileTexts } from '../search/profile-texts.ts'
import { searchPorts, SearchView } from './search.ts'
import { SnippetsView } from './snippets.ts'
import type { ConversationLists } from '../projections/conversation-lists.ts'
import type { FailuresProjection } from '../projections/failures.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { PresenceProjection } from '../projections/presences.ts'
import type { UnreadProjection } from '../projections/unread.ts'
import { StreamSettingsView } from './stream-settings.ts'
import { StreamsView } from './streams.ts'
import { TopicsView } from './topics.ts'
import { UploadsView, type UploadsPorts } from './uploads.ts'
import { type View, isRefreshable } from './view.ts'
import type { ViewHost } from './hosting/view-host.ts'

/** The parts of the engine that views need. */
export interface ViewParts {
  readonly core: ReadCore
  readonly unread: UnreadProjection
  readonly preferences: PreferencesProjection
  readonly lists: ConversationLists
  readonly failures: FailuresProjection
  readonly presences: PresenceProjection
  readonly profiles: ProfileTexts
  readonly fetcher: Fetcher
  readonly fetchPerson: PersonParts['fetchPerson']
  readonly fetchUploads: UploadsPorts['fetch']
  readonly history: StoragePorts['history']
  readonly surplus: StoragePorts['surplus']
  readonly budget: RequestBudget
  readonly counts: SubscriberCounts
  readonly subscriberLists: SubscriberLists
  readonly topicList: (streamId: StreamId) => TopicListState
  readonly isOnline: () => boolean
  /** Conversations whose newest messages were fetched since the engine started. */
  readonly newestAsked: Set<string>
  /** The reasons for which actions wait. */
  readonly waiting: WaitReasons
  readonly connection: ConnectionSources
  /** It is called when state outside of the tables has changed, so that the view must be computed again. */
  readonly onDirty: () => void
}

/** The constructor of each kind of view. */
const viewKinds: { readonly [K in ViewKind]: (parts: ViewParts, query: QueryOf<K>) => View<K> } = {
  navigation: (parts) => new NavigationView(parts),
  topics: (parts, { streamId }) => new TopicsView(parts, streamId),
  conversation: (parts, query) => new ConversationView(parts.core, parts, fetchingPorts(parts), query),
  feed: (parts, query) => new FeedView(parts.core, parts.unread, parts.preferences, fetchingPorts(parts), query),
  inbox: (parts) => new InboxView(parts),
  recent: (parts, { filters }) => new RecentView(parts, filters),
  people: (parts, query) => new PeopleView(parts, query),
  muted_people: ({ core, preferences }) => new MutedPeopleView(core, preferences),
  person: (parts, { userId }) => new PersonView(parts, userId),
  managed_person: ({ core }, { userId }) => new ManagedPersonView(core, userId),
  rights: ({ core }) => new RightsView(core),
  readers: ({ core, presences, subscriberLists: lists, isOnline, onDirty }, query) =>
    new ReadersView({ core, presences, lists, isOnline, onDirty }, query),
  organization: ({ core }) => new OrganizationView(core),
  linkifiers: ({ core }) => new LinkifiersView(core),
  playgrounds: ({ core }) => new PlaygroundsView(core),
  domains: ({ core }) => new DomainsView(core),
  organization_emoji: ({ core }, { text }) => new CustomEmojiListView(core, text),
  own_account: ({ core }) => new OwnAccountView(core),
  user_settings: ({ core }) => new UserSettingsView(core),
  topic_choices: ({ core, preferences }, query) => new TopicChoicesView(core, preferences, query),
  drafts: ({ core }) => new DraftsView(core),
  alert_words: ({ core }) => new AlertWordsView(core),
  notification_log: ({ core, onDirty }, { scope }) => new NotificationLogView(core, scope, onDirty),
  scheduled: ({ core }) => new ScheduledView(core),
  snippets: ({ core }, { text }) => new SnippetsView(core, text),
  streams: ({ core, preferences, lists, counts, onDirty }, query) =>
    new StreamsView({ core, preferences, order: lists.streams, counts, onDirty }, query),
  stream_settings: ({ core, preferences }, { streamId }) => new StreamSettingsView(core, preferences, streamId),
  groups: ({ core, onDirty }, query) => new GroupsView(core, query, onDirty),
  group: (parts, query) => new GroupView(parts, query),
  storage: ({ core, lists, history, surplus, onDirty }, { text }) =>
    new StorageView(core, { order: lists.streams, history, surplus, onDirty }, text),
  uploads: ({ core, fetchUploads, isOnline, onDirty }, query) =>
    new UploadsView(core, { fetch: fetchUploads, isOnline, onDirty }, query),
  outbox: ({ core, waiting, onDirty }) => new OutboxView(core, waiting, onDirty),
  connection: ({ core, waiting, connection, onDirty }) => new ConnectionView(core, waiting, connection, onDirty),
  search: (parts, { query }) => new SearchView(parts.core, searchPorts(parts.core, parts.fetcher, parts), query),
}

/** Creates the view for the page's query. */
function createView<K extends ViewKind>(parts: ViewParts, query: QueryOf<K> & { readonly type: K }): View<K> {
  return viewKinds[query.type](parts, query)
}

/** Returns the ports with which views of messages fetch. */
function fetchingPorts(parts: ViewParts): ConversationPorts {
  const { fetcher } = parts
  return {
    ...parts,
    fetch: (request) => fetcher.fetch(request),
    revalidate: (id) => fetcher.revalidate(id, 'foreground'),
  }
}

/** The parts of the engine that opening a view needs. */
export interface OpenViewParts extends Omit<ViewParts, 'onDirty'> {
  /** It is called when the view is open and has not sent a request yet. */
  readonly onOpened: (query: ViewQuery) => void
}

/** Opens a view for the page of a window. Its first state comes from disk, then it fetches missing data. */
export function openView(host: ViewHost, parts: OpenViewParts, viewId: string, query: ViewQuery): OpenedView {
  const onDirty = () => {
    host.invalidate((candidate) => candidate === view)
  }
  const view: View = createView({ ...parts, onDirty }, query)
  const opened = host.open(viewId, view)
  parts.onOpened(query)
  if (isRefreshable(view)) parts.core.runInBackground('a view', view.refresh())
  return opened
}
