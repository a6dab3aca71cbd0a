import { streamConversation, streamOfConversation } from './conversation.ts'
import type { FeedNarrow, Narrow } from './narrow.ts'

/** A unit of synchronization: a stream, or all direct messages. */
export type Container = Extract<FeedNarrow, { kind: 'direct_all' }> | Extract<Narrow, { kind: 'stream' }>

/** Returns the key of the container's ranges. */
export function containerName(container: Container): string {
  return container.kind === 'direct_all' ? 'direct' : streamConversation(container.streamId)
}

/** Returns the container of a container's or a conversation's key. */
export function containerOfName(name: string): Container {
  const streamId = streamOfConversation(name)
  return streamId === null ? { kind: 'direct_all' } : { kind: 'stream', streamId }
}

/** Returns the key of the container that contains a conversation. */
export function containerOfConversation(conversation: string): string {
  return containerName(containerOfName(conversation))
}
