import CalendarClock from '@lucide/svelte/icons/calendar-clock'
import CircleAlert from '@lucide/svelte/icons/circle-alert'
import FileText from '@lucide/svelte/icons/file-text'
import Inbox from '@lucide/svelte/icons/inbox'
import MessagesSquare from '@lucide/svelte/icons/messages-square'
import type { NavigationMeta } from '#contract/views/navigation.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { Route } from '../app/routes.ts'
import { feedIcon } from '../feeds/feed-choice.ts'

/** A view of the account at the top of the navigation. */
export interface NavigationView {
  readonly route: Route
  readonly name: string
  readonly icon: typeof Inbox
  /** The number beside the name; 0 for none. */
  readonly count: (meta: NavigationMeta) => number
  /** What the number counts, for screen readers; null if the name says it. */
  readonly counted: string | null
  /** Whether it is listed only while it counts something or is shown. */
  readonly isOccasional: boolean
  /** The class for the style of the entry. */
  readonly style: '' | 'not-sent'
  /** Whether it counts mentions, which have a colour of their own. */
  readonly countsMentions: boolean
}

const t = catalogue.screens.navigation
const plain = { counted: null, isOccasional: false, style: '', countsMentions: false } as const

/** A feed that is listed always. */
function feed(
  kind: 'combined' | 'mentions' | 'starred' | 'followed',
  count: NavigationView['count'] = () => 0,
): NavigationView {
  const narrow = { kind }
  return {
    ...plain,
    route: { kind: 'feed', narrow },
    name: catalogue.feeds.entries[kind],
    icon: feedIcon(narrow),
    count,
    counted: t.unread,
    countsMentions: kind === 'mentions',
  }
}

/** The views in the order of the list. A new one is a line here. */
export const navigationViews: readonly NavigationView[] = [
  {
    ...plain,
    route: { kind: 'inbox' },
    name: catalogue.inbox.title,
    icon: Inbox,
    count: ({ unread }) => unread,
    counted: t.unread,
  },
  { ...plain, route: { kind: 'recent' }, name: catalogue.recent.entry, icon: MessagesSquare, count: () => 0 },
  feed('combined'),
  feed('mentions', ({ mentions }) => mentions),
  { ...feed('starred', ({ starred }) => starred), counted: null },
  feed('followed'),
  {
    ...plain,
    route: { kind: 'drafts' },
    name: t.drafts,
    icon: FileText,
    count: ({ drafts }) => drafts,
    isOccasional: true,
  },
  {
    ...plain,
    route: { kind: 'scheduled' },
    name: t.scheduled,
    icon: CalendarClock,
    count: ({ scheduled }) => scheduled,
    isOccasional: true,
  },
  {
    ...plain,
    route: { kind: 'unsent' },
    name: t.unsent,
    icon: CircleAlert,
    count: ({ failed }) => failed,
    isOccasional: true,
    style: 'not-sent',
  },
]

/** The views that are listed now: those whose name begins with what is typed in the navigation's field. */
export function listedViews(meta: NavigationMeta | null, filter: string, shown: Route['kind']): NavigationView[] {
  const wanted = filter.trim().toLowerCase()
  return navigationViews.filter(({ route, name, count, isOccasional }) => {
    const isThere = !isOccasional || route.kind === shown || (meta !== null && count(meta) > 0)
    return isThere && name.toLowerCase().startsWith(wanted)
  })
}
