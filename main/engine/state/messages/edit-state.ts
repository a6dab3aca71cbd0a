import type { WireMessage } from '../../api/resources/message-schema.ts'
import { unresolvedName } from '../../values/topics.ts'
import type { MessageEventOf } from '../../api/resources/messages.ts'
import type { ReducerContext } from '../context.ts'

/** The times of a message's last edit and last move in UNIX seconds; null if there was none. */
export interface EditState {
  readonly edited_at: number | null
  readonly moved_at: number | null
}

/** A move by its topics before and after. Both are null if the topic is unchanged. */
export interface Relocation {
  readonly isOtherStream: boolean
  readonly fromTopic: string | null
  readonly toTopic: string | null
}

/**
 * Returns whether a move changes the conversation of messages. Marking a topic as resolved or unresolved is not a
 * move.
 */
export function isMove({ isOtherStream, fromTopic, toTopic }: Relocation): boolean {
  if (isOtherStream) return true
  if (fromTopic === null) return false
  return toTopic === null || unresolvedName(fromTopic) !== unresolvedName(toTopic)
}

/**
 * Returns the edit state of a message. The message was edited if its history has an earlier content, because moves
 * also set `last_edit_timestamp`. If the organization hides histories, the timestamp decides. A server with
 * `hasMoveTimes` sends both times in any case.
 */
export function editStateOf(
  message: Pick<WireMessage, 'edit_history' | 'last_edit_timestamp' | 'last_moved_timestamp'>,
  hasMoveTimes: boolean,
): EditState {
  const { edit_history: history, last_edit_timestamp: last, last_moved_timestamp: moved } = message
  if (hasMoveTimes) return { edited_at: secondsOf(last), moved_at: secondsOf(moved) }
  if (history === undefined) return { edited_at: secondsOf(last), moved_at: null }
  // The latest change comes first.
  const edit = history.find((entry) => entry.prev_content !== undefined)
  const move = history.find((entry) =>
    isMove({
      isOtherStream: entry.prev_stream !== undefined,
      fromTopic: entry.prev_topic ?? null,
      toTopic: entry.topic ?? null,
    }),
  )
  return { edited_at: secondsOf(edit?.timestamp), moved_at: secondsOf(move?.timestamp) }
}

function secondsOf(time: number | null | undefined): number | null {
  return time == null ? null : Math.floor(time)
}

/** Returns the time of a change in UNIX seconds, which is the current time if the event lacks it. */
export function timeOf({ now }: ReducerContext, event: MessageEventOf<'update_message'>): number {
  return Math.floor(event.edit_timestamp ?? now / 1000)
}
