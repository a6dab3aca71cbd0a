import AtSign from '@lucide/svelte/icons/at-sign'
import BellRing from '@lucide/svelte/icons/bell-ring'
import Image from '@lucide/svelte/icons/image'
import Link from '@lucide/svelte/icons/link'
import MessageCircle from '@lucide/svelte/icons/message-circle'
import Paperclip from '@lucide/svelte/icons/paperclip'
import Rows3 from '@lucide/svelte/icons/rows-3'
import SmilePlus from '@lucide/svelte/icons/smile-plus'
import Star from '@lucide/svelte/icons/star'
import User from '@lucide/svelte/icons/user'
import type { FeedMeta, FeedNarrow } from '#contract/conversations.ts'
import { personName } from '#i18n/names.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { MenuEntry } from '../../ui/overlay/menu-entries.ts'
import { feedKey, type Route } from '../../state/routes/routes.ts'

const t = catalogue.feeds

/** The feeds in the menu, by group. The feed of a person is opened from the person instead. */
const choices: readonly (readonly FeedNarrow[])[] = [
  [{ kind: 'combined' }, { kind: 'direct_all' }, { kind: 'mentions' }, { kind: 'starred' }, { kind: 'followed' }],
  [
    { kind: 'has', what: 'attachment' },
    { kind: 'has', what: 'image' },
    { kind: 'has', what: 'link' },
    { kind: 'has', what: 'reaction' },
  ],
]

/** Returns the title of a feed. @param person the author of its messages; null while unknown */
export function feedTitle(narrow: FeedNarrow, person: FeedMeta['person']): string {
  switch (narrow.kind) {
    case 'sender':
      return t.ofPerson(personName(person ?? { id: narrow.userId, name: null }))
    case 'has':
      return t.has[narrow.what].title
    case 'combined':
    case 'direct_all':
    case 'mentions':
    case 'starred':
    case 'followed':
      return t[narrow.kind].title
  }
}

/** Returns the sentence for a feed without messages. */
export function emptySentence(narrow: FeedNarrow): string {
  switch (narrow.kind) {
    case 'sender':
      return t.nothingOfPerson
    case 'has':
      return t.has[narrow.what].empty
    case 'combined':
    case 'direct_all':
    case 'mentions':
    case 'starred':
    case 'followed':
      return t[narrow.kind].empty
  }
}

/** Returns the icon of a feed. */
export function feedIcon(narrow: FeedNarrow): typeof Star {
  switch (narrow.kind) {
    case 'combined':
      return Rows3
    case 'direct_all':
      return MessageCircle
    case 'mentions':
      return AtSign
    case 'starred':
      return Star
    case 'followed':
      return BellRing
    case 'sender':
      return User
    case 'has':
      return { attachment: Paperclip, image: Image, link: Link, reaction: SmilePlus }[narrow.what]
  }
}

/** Returns the menu of all feeds, in which the shown one is marked. */
export function feedMenu(shown: FeedNarrow, show: (route: Route) => void): (MenuEntry | null)[] {
  return choices.flatMap((group, index) => [
    ...(index === 0 ? [] : [null]),
    ...group.map((narrow) => ({
      label: feedTitle(narrow, null),
      isChecked: feedKey(narrow) === feedKey(shown),
      onSelect: () => {
        show({ kind: 'feed', narrow })
      },
    })),
  ])
}
