import type { MessageItem } from '../../../preload/contract/message-items.ts'
import type { AppModel } from '../../app/app-model.svelte.ts'
import type { MessageActions } from './message-actions.svelte.ts'
import { below } from '../../ui/place.ts'

/** The parts that the keys of a message use. */
export interface MessageKeyParts {
  readonly model: AppModel
  readonly actions: MessageActions
  /** The user's visibility policy of the open topic (wire-protocol.md §2.8). */
  readonly topicPolicy: number | null | undefined
}

/**
 * Handles a key on a focused message.
 * @returns whether the key is a shortcut there
 */
export function pressOnMessage(
  event: KeyboardEvent,
  item: MessageItem,
  article: HTMLElement,
  { model, actions, topicPolicy }: MessageKeyParts,
): boolean {
  const { key } = event
  const isWithModifier = event.ctrlKey || event.metaKey
  if (isWithModifier && key === 's') void actions.star(item)
  else if (isWithModifier || event.altKey) return false
  else if (key === 'e') void actions.startEditing(item)
  else if (key === '+') void actions.react(item, { type: 'unicode_emoji', code: '1f44d' })
  else if (key === '=' && item.reactions[0] !== undefined) void actions.react(item, item.reactions[0])
  else if (key === ':') model.overlays.openPicker(below(article), (pick) => void actions.react(item, pick))
  else if (key === 'i') article.querySelector<HTMLElement>('.toolbar [data-action="menu"]')?.click()
  else if (key === 'M' && item.streamId !== null) {
    void model.calls.setTopicPolicy(item.streamId, item.topic, topicPolicy === 1 ? 0 : 1)
  } else if (key === '>') void actions.quote(item)
  else if (key === 'U') void actions.markUnreadFrom(item)
  else if (key === 'H' && (item.isEdited || item.isMoved)) void actions.showHistory(item)
  else if (key === 'Delete' && item.canDelete) actions.deleting = item
  else return false
  return true
}
