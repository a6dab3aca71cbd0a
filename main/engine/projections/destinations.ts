import type { Destination, Narrow } from '#contract/values.ts'
import type { ReadCore } from '../read-core.ts'
import { parseConversation, usersOfConversation } from '../values/conversation.ts'
import { directTitle } from '../model/direct-title.ts'

/** The narrow of a conversation's key; without a known `topic`, with the topic's latest spelling (M22). */
export function destinationOfKey(core: ReadCore, conversation: string, topic = ''): Destination {
  const place = parseConversation(conversation)
  if (place?.kind !== 'topic') return { kind: 'direct', userIds: usersOfConversation(conversation) }
  const { streamId, topicKey } = place
  return {
    kind: 'topic',
    streamId,
    topic: topic === '' ? (core.store.messages.topicName(streamId, topicKey) ?? topicKey) : topic,
  }
}

/** The same for a key that may be a whole stream's. */
export function narrowOfKey(core: ReadCore, conversation: string): Narrow {
  const place = parseConversation(conversation)
  return place?.kind === 'stream' ? place : destinationOfKey(core, conversation)
}

/** A place as a heading; a whole stream has no title beside its name. */
export function headingOf(core: ReadCore, narrow: Narrow) {
  const { accountState } = core
  if (narrow.kind === 'direct') {
    return { title: directTitle(accountState, narrow.userIds), streamName: null, streamColor: null }
  }
  const stream = accountState.streams.get(narrow.streamId)
  const title = narrow.kind === 'topic' ? accountState.topicName(narrow.topic) : ''
  return { title, streamName: stream?.name ?? null, streamColor: stream?.color ?? null }
}
