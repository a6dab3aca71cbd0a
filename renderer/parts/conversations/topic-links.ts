import type { Narrow } from '#contract/base/values.ts'
import type { TopicLink } from '#contract/streams.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { isolated } from '#i18n/names.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { PageParts } from '../../state/page-parts.ts'
import type { MenuEntry } from '../../ui/overlay/menu-entries.ts'

/** The time for which a menu waits for the links of its topic, in milliseconds, even if the engine is busy. */
const longestWaitMs = 200

/** Returns the entries of a menu for the links in a topic's name, with a separator before them. */
export function topicLinkEntries(
  { calls, routeNavigator }: Pick<PageParts, 'calls' | 'routeNavigator'>,
  links: readonly TopicLink[],
): readonly (MenuEntry | null)[] {
  const t = catalogue.screens.menus
  const entries = links.slice(0, clientLimits.menuLinks.most).flatMap(({ text, url }): readonly MenuEntry[] => {
    const name = isolated(shortened(text))
    return [
      {
        label: t.openTopicLink(name),
        onSelect: () => {
          void routeNavigator.openLink(url, text)
        },
      },
      {
        label: t.copyTopicLink(name),
        onSelect: () => {
          calls.copyAddress(url)
        },
      },
    ]
  })
  return entries.length === 0 ? [] : [null, ...entries]
}

const longestName = 40

function shortened(text: string): string {
  const signs = [...text.replaceAll(/\s+/g, ' ')]
  return signs.length > longestName ? `${signs.slice(0, longestName - 1).join('')}…` : signs.join('')
}

let newest = 0

/** Opens the menu of a conversation in a list after fetching the links of its topic, which the list does not have. */
export function withTopicLinks(
  { calls }: Pick<PageParts, 'calls'>,
  narrow: Narrow,
  open: (links: readonly TopicLink[]) => void,
): void {
  newest += 1
  const mine = newest
  if (narrow.kind !== 'topic') {
    open([])
    return
  }
  const late = new Promise<readonly TopicLink[]>((resolve) => {
    setTimeout(resolve, longestWaitMs, [])
  })
  void Promise.race([calls.topicLinks(narrow.streamId, narrow.topic), late]).then((links) => {
    if (mine === newest) open(links)
  })
}
