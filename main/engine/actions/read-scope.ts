import type { Narrow } from '../../../preload/contract/values.ts'
import { conversationKey, streamOfConversation } from '../values/conversation.ts'

/** What is marked as read at once: a conversation, a stream, or everything. */
export type ReadScope = Narrow | 'all'

/** Whether a conversation's messages are meant. */
export function isInScope(scope: ReadScope, conversation: string): boolean {
  if (scope === 'all') return true
  if (scope.kind === 'stream') return streamOfConversation(conversation) === scope.streamId
  return conversation === conversationKey(scope)
}
