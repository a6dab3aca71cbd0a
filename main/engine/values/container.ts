import { streamConversation, streamOfConversation } from './conversation.ts'
import type { FeedNarrow, Narrow } from './narrow.ts'

/** What is brought up to date as a whole: a stream, or all direct messages together (design.md §3). */
export type Container = Extract<FeedNarrow, { kind: 'direct_all' }> | Extract<Narrow, { kind: 'stream' }>

/** The name under which the container's ranges are kept. */
export function containerName(container: Container): string {
  return container.kind === 'direct_all' ? 'direct' : streamConversation(container.streamId)
}

export function containerOfName(name: string): Container {
  const streamId = streamOfConversation(name)
  return streamId === null ? { kind: 'direct_all' } : { kind: 'stream', streamId }
}

/** The container of a conversation's key. */
export function containerOfConversation(conversation: string): string {
  return containerName(containerOfName(conversation))
}
