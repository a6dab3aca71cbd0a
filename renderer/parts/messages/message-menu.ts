import type { MessageItem } from '#contract/messages.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { keyHint } from '#i18n/keys.ts'
import type { UserId } from '#shared/ids.ts'
import type { MessagePeoplePart } from '../../state/overlays.svelte.ts'
import { commandEntry, feedEntry, personEntry, type Entries, type MenuParts } from '../conversations/menus.ts'
import { openForwarding, type ForwardParts } from './forwarding.ts'
import type { MessageActions } from './message/message-actions.svelte.ts'

const t = catalogue.screens.menus

function moveEntry(parts: MenuParts, item: MessageItem, actions: MessageActions): Entries {
  const move = actions.moveOf(item)
  if (move === null) return []
  return [
    commandEntry(parts, 'move', () => {
      parts.overlays.openMove(move)
    }),
  ]
}

/** Returns the menu of a message: its actions, as in its toolbar and keys, and the actions about its author. */
export function messageMenu(
  parts: MenuParts & ForwardParts,
  item: MessageItem,
  actions: MessageActions,
  openPicker: () => void,
  showPeople: (first: MessagePeoplePart) => void,
  selfId: UserId,
): Entries {
  return [
    { label: t.addReaction, hint: keyHint('react', parts.accounts.isMac), onSelect: openPicker },
    ...(item.reactions.length > 0
      ? [
          commandEntry(parts, 'who_reacted', () => {
            showPeople('reactors')
          }),
        ]
      : []),
    commandEntry(parts, 'who_has_read', () => {
      showPeople('readers')
    }),
    commandEntry(parts, 'quote', () => void actions.quote(item)),
    commandEntry(parts, 'forward_message', () => {
      openForwarding(parts, actions, item)
    }),
    { label: t.copyText, onSelect: () => void actions.copy(item) },
    commandEntry(parts, 'copy_link', () => {
      actions.copyLink(item)
    }),
    { ...commandEntry(parts, 'star', () => void actions.star(item)), isChecked: item.isStarred },
    commandEntry(parts, 'mark_unread', () => void actions.markUnreadFrom(item)),
    ...(item.isEdited || item.isMoved ? [commandEntry(parts, 'versions', () => void actions.showHistory(item))] : []),
    ...moveEntry(parts, item, actions),
    ...(item.sender.id === selfId
      ? []
      : [{ label: t.whyNotified, onSelect: () => parts.overlays.openWhy(parts.accounts.shown?.id, item.id) }]),
    null,
    feedEntry(parts, item.sender),
    ...(item.sender.id === selfId ? [] : [personEntry(parts, item.sender, item.isHidden)]),
    ...(item.canEdit || item.canDelete ? [null] : []),
    ...(item.canEdit ? [commandEntry(parts, 'edit', () => void actions.startEditing(item))] : []),
    ...(item.canDelete
      ? [
          {
            label: t.delete,
            hint: keyHint('delete', parts.accounts.isMac),
            isDanger: true,
            onSelect: () => {
              actions.deleting = item
            },
          },
        ]
      : []),
  ]
}
