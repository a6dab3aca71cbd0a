import CalendarClock from '@lucide/svelte/icons/calendar-clock'
import CircleAlert from '@lucide/svelte/icons/circle-alert'
import FileText from '@lucide/svelte/icons/file-text'
import Inbox from '@lucide/svelte/icons/inbox'
import MessagesSquare from '@lucide/svelte/icons/messages-square'
import type { NavigationMeta } from '#contract/navigation.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { Route } from '../../state/routes/routes.ts'
import { feedIcon } from '../../parts/conversations/feed-choice.ts'

/** A view of the account at the top of the navigation. */
export interface NavigationView {
  readonly route: Route
  readonly name: string
  readonly icon: typeof Inbox
  /** Returns the number beside the name; 0 for none. */
  readonly count: (meta: NavigationMeta) => number
  /** The unit of the number, for screen readers; null if the name is enough. */
  readonly counted: string | null
  /** Whether the view is listed only while its number is not 0 or it is open. */
  readonly isOccasional: boolean
  /** The class for the style of the entry. */
  readonly style: '' | 'not-sent'
  /** Whether the number counts mentions, which have a colour of their own. */
  readonly countsMentions: boolean
}

const t = catalogue.screens.navigation
const plain = { counted: null, isOccasional: false, style: '', countsMentions: false } as const

/** Returns the view of a feed that is always listed. */
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

/** The views in the order of the list. A new view is a new element. */
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

/** Returns the views that are listed now, filtered by the start of their names. */
export function listedViews(meta: NavigationMeta | null, filter: string, shown: Route['kind']): NavigationView[] {
  const wanted = filter.trim().toLowerCase()
  return navigationViews.filter(({ route, name, count, isOccasional }) => {
    const isThere = !isOccasional || route.kind === shown || (meta !== null && count(meta) > 0)
    return isThere && name.toLowerCase().startsWith(wanted)
  })
}
