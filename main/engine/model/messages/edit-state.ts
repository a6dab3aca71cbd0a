import type { WireMessage } from '../../api/resources/message-schema.ts'
import { unresolvedName } from '../../values/resolved-topic.ts'

/** When a message's text was edited and when it was moved, in UNIX seconds; null for never. */
export interface EditState {
  readonly edited_at: number | null
  readonly moved_at: number | null
}

/** What changed the place of a message: names of topics, before and after; null where the name stayed. */
export interface Relocation {
  readonly isOtherStream: boolean
  readonly fromTopic: string | null
  readonly toTopic: string | null
}

/** Whether messages are elsewhere now: a topic that was marked as resolved, or not any more, is where it was. */
export function isMove({ isOtherStream, fromTopic, toTopic }: Relocation): boolean {
  if (isOtherStream) return true
  if (fromTopic === null) return false
  return toTopic === null || unresolvedName(fromTopic) !== unresolvedName(toTopic)
}

/**
 * Edited is what has an earlier text in its history; `last_edit_timestamp` is set by moves as well. Where the
 * organization shows no histories the time decides, since nothing else is told (F3). A server that `hasMoveTimes` tells
 * both, whatever it shows of histories.
 */
export function editStateOf(
  message: Pick<WireMessage, 'edit_history' | 'last_edit_timestamp' | 'last_moved_timestamp'>,
  hasMoveTimes: boolean,
): EditState {
  const { edit_history: history, last_edit_timestamp: last, last_moved_timestamp: moved } = message
  if (hasMoveTimes) return { edited_at: secondsOf(last), moved_at: secondsOf(moved) }
  if (history === undefined) return { edited_at: secondsOf(last), moved_at: null }
  // The newest change comes first.
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
