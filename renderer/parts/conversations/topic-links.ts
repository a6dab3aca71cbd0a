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

/** A part of a title; a part with an address is a link. */
export interface TitlePart {
  readonly text: string
  readonly url: string | null
}

/** Splits a title at the links of its topic. A link whose text is not in the title is only in the menu. */
export function titleParts(title: string, links: readonly TopicLink[]): readonly TitlePart[] {
  const parts: TitlePart[] = []
  let end = 0
  for (const { text, url } of links) {
    const start = offsetOf(title, text, end)
    if (start === -1) continue
    if (start > end) parts.push({ text: title.slice(end, start), url: null })
    parts.push({ text, url })
    end = start + text.length
  }
  return end < title.length ? [...parts, { text: title.slice(end), url: null }] : parts
}

/** Returns the position of a text from an offset on, preferably as a separate word; -1 if it does not occur. */
function offsetOf(title: string, text: string, from: number): number {
  if (text === '') return -1
  for (let at = title.indexOf(text, from); at !== -1; at = title.indexOf(text, at + 1)) {
    const isWord = !wordAtEnd.test(title.slice(0, at)) && !wordAtStart.test(title.slice(at + text.length))
    if (isWord) return at
  }
  return title.indexOf(text, from)
}

const wordAtEnd = /[\p{L}\p{N}]$/u
const wordAtStart = /^[\p{L}\p{N}]/u
