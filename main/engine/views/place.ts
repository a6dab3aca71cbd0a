import type { Narrow } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'
import { streamOfConversation, usersOfConversation } from '../model/conversation.ts'

/** A conversation's key as a heading; `topic` is its spelling where that is known. */
export function placeOf(core: Core, conversation: string, topic: string) {
  const { world, store } = core
  const streamId = streamOfConversation(conversation)
  if (streamId === null) {
    const userIds = usersOfConversation(conversation)
    const names = userIds.map((id) => world.person(id).name)
    const title = names.length === 0 ? 'Notes to yourself' : names.join(', ')
    return { narrow: { kind: 'direct', userIds } as Narrow, title, streamName: null, streamColor: null }
  }
  const stream = world.streams.get(streamId)
  const key = conversation.replace(/^(?:topic|stream):\d+:?/, '')
  const name = topic === '' ? (store.messages.topicName(streamId, key) ?? key) : topic
  const narrow: Narrow = conversation.startsWith('stream:')
    ? { kind: 'stream', streamId }
    : { kind: 'topic', streamId, topic: name }
  return { narrow, title: name, streamName: stream?.name ?? null, streamColor: stream?.color ?? null }
}
