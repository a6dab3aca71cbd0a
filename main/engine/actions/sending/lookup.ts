import type { StreamId } from '../../values/ids.ts'
import { getMessages, type NarrowTerm } from '../../api/messages.ts'
import type { WireMessage } from '../../api/resources/message-schema.ts'
import { operatorNames } from '../../api/operators.ts'
import type { Core } from '../../core/core.ts'
import { directKey, topicKey } from '../../values/conversation.ts'
import { topicAtServer } from '../../state/topics/empty-topic.ts'
import { normalize } from '../../values/message-text.ts'
import type { ReadAccountState } from '../../state/account-state.ts'
import { messageText, type MessagePayload } from '../message-payload.ts'

const page = 1000

/**
 * Looks up a message whose attempt had an unknown outcome (S6) among the own messages after the highest id known at the
 * attempt: the same text in the same conversation. A message that confirmed another row is not matched again, so that
 * equal texts are matched by count.
 * @throws the errors of the requests
 */
export async function lookUp(
  core: Core,
  payload: MessagePayload & {
    readonly localId: string
    /** The highest message id that was known at the attempt. */
    readonly after: number
  },
): Promise<WireMessage | undefined> {
  const { destination } = payload
  const own = ['sender', core.accountState.selfId] as const
  // The own history lacks unsubscribed streams, from which the message may have been moved to a public one.
  const isForeign = destination.kind === 'topic' && !core.accountState.isLive(destination.streamId)
  const names = operatorNames(core.capabilities)
  const narrows: readonly NarrowTerm[][] = isForeign
    ? [
        [[names.stream, destination.streamId], own],
        [[names.streams, 'public'], own],
      ]
    : [[own]]
  for (const narrow of narrows) {
    const found = await lookIn(core, narrow, payload)
    if (found !== undefined) return found
  }
  return undefined
}

async function lookIn(
  core: Core,
  narrow: readonly NarrowTerm[],
  payload: Parameters<typeof lookUp>[1],
): Promise<WireMessage | undefined> {
  let anchor = payload.after
  for (;;) {
    const answer = await getMessages(
      core.api,
      { narrow, anchor, numBefore: 0, numAfter: page, includeAnchor: false, applyMarkdown: false },
      { priority: 'foreground' },
    )
    const found = answer.messages.find(
      (message) =>
        isSame(message, payload, core.accountState) &&
        !core.store.outbox.isClaimed(message.id) &&
        (core.store.outbox.byMessage(message.id)?.local_id ?? payload.localId) === payload.localId,
    )
    if (found !== undefined) return found
    const last = answer.messages.at(-1)?.id
    if (answer.found_newest || last === undefined) return undefined
    anchor = last
  }
}

function isSame(message: WireMessage, payload: MessagePayload, accountState: ReadAccountState): boolean {
  const { content, streamId, topic } = asSent(message)
  if (normalize(content) !== normalize(messageText(payload))) return false
  const { destination } = payload
  if (destination.kind === 'topic') {
    // Another conversation may be sending the same text at this moment, so the destination has to match as well.
    return (
      streamId === destination.streamId && topicKey(topic) === topicKey(topicAtServer(accountState, destination.topic))
    )
  }
  if (!Array.isArray(message.display_recipient)) return false
  const members = message.display_recipient.map((person) => person.id)
  return directKey(members, accountState.selfId) === directKey(destination.userIds, accountState.selfId)
}

/** The message before all edits and moves, as far as its edit history (newest first) reaches. */
function asSent(message: WireMessage): { content: string; streamId: StreamId | undefined; topic: string } {
  let { content, stream_id: streamId, subject: topic } = message
  for (const edit of message.edit_history ?? []) {
    content = edit.prev_content ?? content
    streamId = edit.prev_stream ?? streamId
    topic = edit.prev_topic ?? topic
  }
  return { content, streamId, topic }
}
