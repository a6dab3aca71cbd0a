import type { Destination, Narrow } from '../../../preload/contract/values.ts'
import type { Core } from '../core.ts'
import { streamOfConversation, usersOfConversation } from '../values/conversation.ts'

/** Where a conversation's key leads; without a `topic` that is known, it is spelt as it was last (M22). */
export function destinationOfKey(core: Core, conversation: string, topic = ''): Destination {
  const streamId = streamOfConversation(conversation)
  if (streamId === null) return { kind: 'direct', userIds: usersOfConversation(conversation) }
  const key = conversation.replace(/^topic:\d+:/, '')
  return {
    kind: 'topic',
    streamId,
    topic: topic === '' ? (core.store.messages.topicName(streamId, key) ?? key) : topic,
  }
}

/** The same for a key that may be a whole stream's. */
export function narrowOfKey(core: Core, conversation: string): Narrow {
  const streamId = conversation.startsWith('stream:') ? streamOfConversation(conversation) : null
  return streamId === null ? destinationOfKey(core, conversation) : { kind: 'stream', streamId }
}

/** A place as a heading; a whole stream has no title beside its name. */
export function headingOf(core: Core, narrow: Narrow) {
  const { world } = core
  if (narrow.kind === 'direct') {
    const names = narrow.userIds.map((id) => world.person(id).name)
    const title = names.length === 0 ? 'Notes to yourself' : names.join(', ')
    return { title, streamName: null, streamColor: null }
  }
  const stream = world.streams.get(narrow.streamId)
  const title = narrow.kind === 'topic' ? world.topicName(narrow.topic) : ''
  return { title, streamName: stream?.name ?? null, streamColor: stream?.color ?? null }
}
