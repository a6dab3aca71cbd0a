import type { ConversationEntry } from '#contract/navigation.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { AppModel } from '../app/app-model.svelte.ts'
import { entryMenu } from '../app/menus.ts'
import { menuPosition } from '../ui/overlay/position.ts'
import { withTopicLinks } from './topic-links.ts'

/** Opens the menu of a conversation's row in a list of the shown account. */
export function openEntryMenu(
  model: AppModel,
  event: MouseEvent & { currentTarget: HTMLElement },
  entry: ConversationEntry,
): void {
  event.preventDefault()
  const position = menuPosition(event, event.currentTarget)
  withTopicLinks(model, entry.narrow, (links) => {
    model.overlays.openMenu(catalogue.screens.conversation.options, position, entryMenu(model, entry, links))
  })
}
