import { streamConversation, streamOfConversation } from './conversation.ts'
import type { FeedNarrow, Narrow } from './narrow.ts'

/** A unit of synchronization: a stream, or all direct messages. */
export type Container = Extract<FeedNarrow, { kind: 'direct_all' }> | Extract<Narrow, { kind: 'stream' }>

/** The key of the container's ranges. */
export function containerName(container: Container): string {
  return container.kind === 'direct_all' ? 'direct' : streamConversation(container.streamId)
}

export function containerOfName(name: string): Container {
  const streamId = streamOfConversation(name)
  return streamId === null ? { kind: 'direct_all' } : { kind: 'stream', streamId }
}

/** The container of a conversation key. */
export function containerOfConversation(conversation: string): string {
  return containerName(containerOfName(conversation))
}
