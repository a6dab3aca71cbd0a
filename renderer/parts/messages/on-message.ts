import type { Narrow } from '#contract/base/values.ts'
import type { MessageItem } from '#contract/messages.ts'
import type { ForwardParts } from './forwarding.ts'
import type { ContextParts } from '../../state/commands/context-of.ts'
import type { MessageActions } from './message/message-actions.svelte.ts'
import type { MessagePeoplePart } from '../../state/overlays.svelte.ts'
import { canUndo } from './rows.ts'
import { openForwarding } from './forwarding.ts'
import { command, type Command, type CommandContext } from '../../state/commands/command.ts'

/** The list of messages with the focused message. */
export interface MessageTarget {
  readonly parts: ForwardParts & ContextParts
  readonly actions: MessageActions
  /** The focused message; null if no message has the focus or if it is still loading. */
  readonly item: MessageItem | null
  /** The user's visibility policy of the open topic (wire-protocol.md §2.8). */
  readonly topicPolicy: number | null
  /** The conversation of the message on a screen that is not a conversation; null on one that is. */
  readonly narrow: Narrow | null
  readonly walk: (step: 1 | -1) => void
  readonly toNewest: () => void
  readonly toOldest: () => void
  readonly openPicker: (item: MessageItem) => void
  /** Lists the readers and the reactions of a message. */
  readonly openPeople: (item: MessageItem, first: MessagePeoplePart) => void
  readonly openMenu: () => void
  /** Opens the card of the message's sender beside the message. */
  readonly openPerson: (item: MessageItem) => void
}

function isOnMessage({ layer, focus }: CommandContext): boolean {
  return layer === 'none' && focus === 'message'
}

function isOnList({ layer, focus }: CommandContext): boolean {
  return layer === 'none' && (focus === 'message' || focus === 'messages')
}

type MessageCommand = Omit<Parameters<typeof command<MessageTarget>>[0], 'when' | 'can' | 'run'> & {
  readonly can?: (item: MessageItem) => boolean
  readonly run: (item: MessageItem, target: MessageTarget) => void
}

/** Creates a command on a loaded message. */
function onMessage({ can, run, ...parts }: MessageCommand): Command<MessageTarget> {
  return command({
    ...parts,
    when: isOnMessage,
    can: ({ item }) => item !== null && can?.(item) !== false,
    run(target) {
      if (target.item !== null) run(target.item, target)
    },
  })
}

/** Returns whether a message has a deletion that can still be undone, because it is not on its way to the server. */
function isDeletionToUndo({ change }: MessageItem): boolean {
  return change?.kind === 'delete' && canUndo(change, Date.now())
}

/** The commands in the list of messages. */
export const onMessages: readonly Command<MessageTarget>[] = [
  command({
    id: 'next_message',
    when: isOnMessage,
    repeats: true,
    run({ walk }) {
      walk(1)
    },
  }),
  command({
    id: 'previous_message',
    when: isOnList,
    repeats: true,
    run({ walk }) {
      walk(-1)
    },
  }),
  command({
    id: 'newest',
    when: isOnList,
    run({ toNewest }) {
      toNewest()
    },
  }),
  command({
    id: 'oldest',
    when: isOnMessage,
    run({ toOldest }) {
      toOldest()
    },
  }),
  command({
    id: 'open_message',
    when: isOnMessage,
    can: ({ item, narrow }) => item !== null && narrow !== null,
    run({ parts, item, narrow }) {
      if (item !== null && narrow !== null) parts.routeNavigator.show(narrow, item.id)
    },
  }),
  command({
    id: 'answer_message',
    // In a conversation, the key belongs to its composer.
    when: (context) => isOnMessage(context) && context.screen !== 'conversation',
    can: ({ item, narrow }) => item !== null && narrow !== null,
    run({ parts, item, narrow }) {
      if (item === null || narrow === null) return
      parts.routeNavigator.show(narrow, item.id)
      parts.routeNavigator.focusComposer()
    },
  }),
  onMessage({
    id: 'thumbs_up',
    run: (item, { actions }) => void actions.react(item, { type: 'unicode_emoji', code: '1f44d' }),
  }),
  onMessage({
    id: 'react',
    run(item, { openPicker }) {
      openPicker(item)
    },
  }),
  onMessage({
    id: 'join_reaction',
    can: (item) => item.reactions[0] !== undefined,
    run(item, { actions }) {
      const [first] = item.reactions
      if (first !== undefined) void actions.react(item, first)
    },
  }),
  onMessage({
    id: 'who_reacted',
    can: (item) => item.reactions.length > 0,
    run(item, { openPeople }) {
      openPeople(item, 'reactors')
    },
  }),
  onMessage({
    id: 'who_has_read',
    run(item, { openPeople }) {
      openPeople(item, 'readers')
    },
  }),
  onMessage({
    id: 'show_person',
    run(item, { openPerson }) {
      openPerson(item)
    },
  }),
  onMessage({ id: 'quote', run: (item, { actions }) => void actions.quote(item) }),
  onMessage({
    id: 'forward_message',
    run(item, { parts, actions }) {
      openForwarding(parts, actions, item)
    },
  }),
  onMessage({
    id: 'copy_link',
    run(item, { actions }) {
      actions.copyLink(item)
    },
  }),
  onMessage({ id: 'edit', run: (item, { actions }) => void actions.startEditing(item) }),
  onMessage({ id: 'star', run: (item, { actions }) => void actions.star(item) }),
  onMessage({ id: 'mark_unread', run: (item, { actions }) => void actions.markUnreadFrom(item) }),
  onMessage({
    id: 'mute_topic',
    can: (item) => item.streamId !== null,
    run(item, { parts, topicPolicy }) {
      if (item.streamId !== null) void parts.calls.setTopicPolicy(item.streamId, item.topic, topicPolicy === 1 ? 0 : 1)
    },
  }),
  onMessage({
    id: 'move',
    can: (item) => item.streamId !== null,
    run(item, { parts, actions }) {
      const move = actions.moveOf(item)
      if (move !== null) parts.overlays.openMove(move)
    },
  }),
  onMessage({
    id: 'resolve_topic',
    can: (item) => item.streamId !== null && item.topic !== '',
    run: (item, { actions }) => void actions.resolveTopic(item),
  }),
  onMessage({
    id: 'versions',
    can: (item) => item.isEdited || item.isMoved,
    run: (item, { actions }) => void actions.showHistory(item),
  }),
  onMessage({
    id: 'message_menu',
    run(_item, { openMenu }) {
      openMenu()
    },
  }),
  onMessage({
    id: 'delete',
    can: (item) => item.canDelete,
    run(item, { actions }) {
      actions.deleting = item
    },
  }),
  onMessage({
    id: 'delete_at_once',
    can: (item) => item.canDelete,
    run: (item, { actions }) => void actions.delete(item),
  }),
  onMessage({
    id: 'undo_delete',
    can: isDeletionToUndo,
    run: (item, { actions }) => void actions.undoDeletion(item),
  }),
]
