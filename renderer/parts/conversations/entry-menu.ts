import type { ConversationEntry } from '#contract/navigation.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { entryMenu, type MenuParts } from './menus.ts'
import { menuPosition } from '../../ui/overlay/position.ts'
import { withTopicLinks } from './topic-links.ts'

/** Opens the menu of a conversation's row in a list of the shown account. */
export function openEntryMenu(
  parts: MenuParts,
  event: MouseEvent & { currentTarget: HTMLElement },
  entry: ConversationEntry,
): void {
  event.preventDefault()
  const position = menuPosition(event, event.currentTarget)
  withTopicLinks(parts, entry.narrow, (links) => {
    parts.overlays.openMenu(catalogue.screens.conversation.options, position, entryMenu(parts, entry, links))
  })
}
