import Bell from '@lucide/svelte/icons/bell'
import Building2 from '@lucide/svelte/icons/building-2'
import BookUser from '@lucide/svelte/icons/book-user'
import CalendarClock from '@lucide/svelte/icons/calendar-clock'
import CircleAlert from '@lucide/svelte/icons/circle-alert'
import FilesIcon from '@lucide/svelte/icons/files'
import FileText from '@lucide/svelte/icons/file-text'
import Hash from '@lucide/svelte/icons/hash'
import Rows3 from '@lucide/svelte/icons/rows-3'
import Inbox from '@lucide/svelte/icons/inbox'
import MessageSquare from '@lucide/svelte/icons/message-square'
import MessagesSquare from '@lucide/svelte/icons/messages-square'
import SearchIcon from '@lucide/svelte/icons/search'
import SettingsIcon from '@lucide/svelte/icons/settings'
import TextQuote from '@lucide/svelte/icons/text-quote'
import UsersRound from '@lucide/svelte/icons/users-round'
import type { Component } from 'svelte'
import { conversationTitle } from '#i18n/names.ts'
import { catalogue } from '#i18n/catalogue.ts'
import Conversation from '../features/conversation/Conversation.svelte'
import { ConversationScreen, type ConversationPorts } from '../features/conversation/conversation-screen.svelte.ts'
import EmptyConversation from '../features/conversation/EmptyConversation.svelte'
import { StartScreen } from '../features/conversation/start-screen.ts'
import { DirectoryScreen } from '../features/directory/directory-screen.svelte.ts'
import Drafts from '../features/drafts/Drafts.svelte'
import { DraftsScreen } from '../features/drafts/drafts-screen.svelte.ts'
import Feed from '../features/feeds/Feed.svelte'
import { feedTitle } from '../parts/conversations/feed-choice.ts'
import { FeedScreen, type FeedPorts } from '../features/feeds/feed-screen.svelte.ts'
import { FilesScreen } from '../features/files/files-screen.svelte.ts'
import { GroupsScreen } from '../features/groups/groups-screen.svelte.ts'
import InboxList from '../features/inbox/Inbox.svelte'
import { InboxScreen, type InboxPorts } from '../features/inbox/inbox-screen.svelte.ts'
import { NotificationLogScreen } from '../features/notifications/notification-log-screen.svelte.ts'
import { OrganizationScreen } from '../features/organization/organization-screen.ts'
import Recent from '../features/recent/Recent.svelte'
import { RecentScreen } from '../features/recent/recent-screen.svelte.ts'
import Unsent from '../features/outbox/Unsent.svelte'
import { UnsentList } from '../features/outbox/unsent.svelte.ts'
import { ScheduledScreen } from '../features/scheduled/scheduled-screen.svelte.ts'
import Search from '../features/search/Search.svelte'
import { SearchScreen, type SearchPorts } from '../features/search/search-screen.svelte.ts'
import { SettingsScreen } from '../features/settings/settings-screen.svelte.ts'
import { SnippetsScreen } from '../features/snippets/snippets-screen.svelte.ts'
import Streams from '../features/streams/Streams.svelte'
import { StreamsScreen } from '../features/streams/streams-screen.svelte.ts'
import type { Route } from '../state/routes/routes.ts'
import { lazyParts } from './lazy-parts.ts'
import type { ScreenState, ScreenVisit } from '../state/routes/screen-state.ts'

/** The parts of the page that the screens use, those of single features included. */
export type AllScreenPorts = ConversationPorts & FeedPorts & InboxPorts & SearchPorts

/** Opens the state of a route's screen. */
export type OpenScreen = (route: Route, visit: ScreenVisit, ports: AllScreenPorts) => ScreenState

type ScreenComponent<S> = Component<{ screen: S; onnavigation: () => void }>

/** The entry of a kind of route: how its screen is opened, drawn, and named. */
interface Screen<P extends Route, S extends ScreenState> {
  readonly open: (route: P, visit: ScreenVisit, ports: AllScreenPorts) => S
  /** Draws the screen: a component, or the loading of one that few sessions show. */
  readonly drawnBy:
    | { readonly component: ScreenComponent<S> }
    | { readonly load: () => Promise<{ readonly default: ScreenComponent<S> }> }
  /** The title of the window; null for the name of the organization. */
  readonly title: (screen: S) => string | null
  readonly icon: typeof FileText
}

/** An entry whose component and title accept any state. The state must be one that the same entry has opened. */
type AnyScreen<P extends Route> = Omit<Screen<P, never>, 'open'> & {
  readonly open: (route: P, visit: ScreenVisit, ports: AllScreenPorts) => ScreenState
}

/** Checks that the parts of an entry belong together. */
function defineScreen<P extends Route, S extends ScreenState>(screen: Screen<P, S>): AnyScreen<P> {
  return screen
}

/** The screens of the window. A new screen takes a folder, a kind of route (`routes.ts`), and an entry here. */
export const screens: { readonly [K in Route['kind']]: AnyScreen<Extract<Route, { kind: K }>> } = {
  start: defineScreen({
    open: (_, visit, ports) => new StartScreen(visit, ports),
    drawnBy: { component: EmptyConversation },
    title: () => null,
    icon: MessageSquare,
  }),
  conversation: defineScreen({
    open: (route, visit, ports) => new ConversationScreen(route, visit, ports),
    drawnBy: { component: Conversation },
    title: ({ conversation: { meta } }: ConversationScreen) => (meta === null ? null : conversationTitle(meta.title)),
    icon: MessageSquare,
  }),
  feed: defineScreen({
    open: (route, visit, ports) => new FeedScreen(route, visit, ports),
    drawnBy: { component: Feed },
    title: ({ feed }: FeedScreen) => feedTitle(feed.narrow, feed.feed?.person ?? null),
    icon: Rows3,
  }),
  inbox: defineScreen({
    open: (route, visit, ports) => new InboxScreen(route, visit, ports),
    drawnBy: { component: InboxList },
    title: ({ isEverywhere }: InboxScreen) => (isEverywhere ? catalogue.inbox.titleEverywhere : catalogue.inbox.title),
    icon: Inbox,
  }),
  recent: defineScreen({
    open: (_, visit, ports) => new RecentScreen(visit, ports),
    drawnBy: { component: Recent },
    title: () => catalogue.recent.title,
    icon: MessagesSquare,
  }),
  drafts: defineScreen({
    open: (_, visit, ports) => new DraftsScreen(visit, ports),
    drawnBy: { component: Drafts },
    title: () => catalogue.screens.draftList.title,
    icon: FileText,
  }),
  unsent: defineScreen({
    open: (_, visit, ports) => new UnsentList(visit, ports),
    drawnBy: { component: Unsent },
    title: () => catalogue.screens.unsent.title,
    icon: CircleAlert,
  }),
  scheduled: defineScreen({
    open: (_, visit, ports) => new ScheduledScreen(visit, ports),
    drawnBy: { load: lazyParts.scheduled },
    title: () => catalogue.scheduled.title,
    icon: CalendarClock,
  }),
  organization: defineScreen({
    open: (route, visit) => new OrganizationScreen(route, visit),
    drawnBy: { load: lazyParts.organization },
    title: () => catalogue.organization.title,
    icon: Building2,
  }),
  search: defineScreen({
    open: (route, visit, ports) => new SearchScreen(route, visit, ports),
    drawnBy: { component: Search },
    title: () => catalogue.search.title,
    icon: SearchIcon,
  }),
  settings: defineScreen({
    open: (route, visit, ports) => new SettingsScreen(route, visit, ports),
    drawnBy: { load: lazyParts.settings },
    title: () => catalogue.screens.settings.title,
    icon: SettingsIcon,
  }),
  snippets: defineScreen({
    open: (_, visit, ports) => new SnippetsScreen(visit, ports),
    drawnBy: { load: lazyParts.snippets },
    title: () => catalogue.snippets.title,
    icon: TextQuote,
  }),
  streams: defineScreen({
    open: (_, visit, ports) => new StreamsScreen(visit, ports),
    drawnBy: { component: Streams },
    title: () => catalogue.streams.title,
    icon: Hash,
  }),
  directory: defineScreen({
    open: (_, visit, ports) => new DirectoryScreen(visit, ports),
    drawnBy: { load: lazyParts.directory },
    title: () => catalogue.directory.title,
    icon: BookUser,
  }),
  groups: defineScreen({
    open: (_, visit, ports) => new GroupsScreen(visit, ports),
    drawnBy: { load: lazyParts.groups },
    title: () => catalogue.groups.list.title,
    icon: UsersRound,
  }),
  files: defineScreen({
    open: (_, visit, ports) => new FilesScreen(visit, ports),
    drawnBy: { load: lazyParts.files },
    title: () => catalogue.files.title,
    icon: FilesIcon,
  }),
  notifications: defineScreen({
    open: (_, visit, ports) => new NotificationLogScreen(visit, ports),
    drawnBy: { load: lazyParts.notifications },
    title: () => catalogue.notificationLog.title,
    icon: Bell,
  }),
}

/** Opens the state of a route's screen. */
export const openScreen: OpenScreen = (route, visit, ports) => {
  const { open } = screens[route.kind]
  return open(route as never, visit, ports) // the entry is that of the route's own kind
}
